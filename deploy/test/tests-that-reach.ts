import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The imports of a module that are there at run time. */
const IMPORTS = /^(?:import|export) (?!type )[^;]*?from '([^']+)'|import\('([^']+)'\)/gm
/** A module of another package of ours, by package and path. */
const OF_OURS = /^@vehicle-control\/(\w+)\/(.+)$/

/**
 * The test files of these folders whose imports lead to `target`. All paths are relative to `root`.
 *
 * @throws Error when `target` is not there: it would be a rule that nothing follows.
 */
export function testsThatReach(
  root: string,
  target: string,
  folders: readonly string[],
): readonly string[] {
  if (!existsSync(join(root, target))) throw new Error(`there is no ${target}`)
  const reaches = new Map([[join(root, target), true]])

  function doesReach(file: string): boolean {
    const known = reaches.get(file)
    if (known !== undefined) return known
    // A circle of imports alone does not reach the target.
    reaches.set(file, false)
    const found = importsOf(root, file).some(doesReach)
    reaches.set(file, found)
    return found
  }

  return folders
    .flatMap((folder) => {
      const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      return names.map((name) => join(folder, name))
    })
    .filter((file) => file.endsWith('.test.ts') && doesReach(join(root, file)))
    .toSorted()
}

function importsOf(root: string, file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(IMPORTS)
  return [...specifiers]
    .map(([, fixed, dynamic]) => resolveImport(root, file, fixed ?? dynamic ?? ''))
    .filter((path) => path !== null)
}

function resolveImport(root: string, from: string, specifier: string): string | null {
  const [, name, path] = OF_OURS.exec(specifier) ?? []
  const file = name
    ? join(root, name, 'src', `${path}.ts`)
    : specifier.startsWith('.')
      ? resolve(dirname(from), specifier)
      : null
  return file !== null && existsSync(file) ? file : null
}
