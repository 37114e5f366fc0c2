import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

const Names = z.record(z.string(), z.string()).default({})
const PackageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
  dependencies: Names,
  optionalDependencies: Names,
})

/** A package that lies in a node_modules. */
export interface InstalledPackage {
  name: string
  version: string
  /** Its folder, relative to the top. */
  folder: string
  /** The `license` of its package.json. */
  license: unknown
  /** The folder of the package whose optional part it is: its machine code for one system. */
  partOf: string | null
}

/** Packages for building from source, or for a compiler, that no program loads. */
const NEVER_LOADED = /^(?:prebuild-install|node-addon-api|nan|typescript|@types\/.*)$/
/** Compiled from source on each device; a host that wants them adds them. */
const LEFT_OUT = ['node-libgpiod', 'node-dht-sensor']

function readPackage(folder: string) {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return PackageJson.parse(JSON.parse(text))
}

/** Where Node finds a package that a file in `folder` asks for; null where it is not installed. */
function resolvePackage(top: string, folder: string, name: string): string | null {
  for (let from = folder; ; from = dirname(from)) {
    const found = join(from, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (from === top || from === dirname(from)) return null
  }
}

/**
 * All packages that the programs in `top/<workspace>` depend on, directly or not, without the workspaces
 * themselves.
 *
 * @throws Error for a package that is not installed and not optional.
 */
export function packagesReachedFrom(
  top: string,
  workspaces: readonly string[],
): InstalledPackage[] {
  const reached = new Map<string, InstalledPackage>()
  function visit(folder: string): void {
    const from = relative(top, folder)
    const { name, dependencies, optionalDependencies } = readPackage(folder)
    for (const wanted of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const isOurs = wanted.startsWith('@vehicle-control/')
      if (isOurs || NEVER_LOADED.test(wanted) || LEFT_OUT.includes(wanted)) continue
      const found = resolvePackage(top, folder, wanted)
      if (found === null) {
        if (wanted in optionalDependencies) continue
        throw new Error(`${name} asks for ${wanted}, which is not installed`)
      }
      if (reached.has(found)) continue
      const { version, license } = readPackage(found)
      const at = relative(top, found)
      const partOf = wanted in optionalDependencies ? from : null
      reached.set(found, { name: wanted, version, folder: at, license, partOf })
      visit(found)
    }
  }
  for (const workspace of workspaces) visit(join(top, workspace))
  return [...reached.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}
