import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InstalledPackage } from './package-tree.ts'
import type { Source } from './source.ts'
import { PROGRAMS } from './stage-packages.ts'
import type { Target } from './targets.ts'
import { runsOnTarget } from './what-runs.ts'

const COPIED =
  /^(?:systemd|deploy\/install|edge\/examples)\/|^(?:edge|hub|protocol)\/package\.json$/
const SHIPPED_SOURCE = new RegExp(
  `^(?<program>${PROGRAMS.join('|')})/src/(?<path>(?!.*testing/).*(?<!\\.test))\\.ts$`,
)

function copyInto(tree: string, to: string, from: string): void {
  const file = join(tree, to)
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(from, file)
}

/** The regular files below a folder, as paths from it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** What a source becomes that ships; null for any other file. */
export function builtOf(file: string): string | null {
  const { program, path } = SHIPPED_SOURCE.exec(file)?.groups ?? {}
  return program === undefined ? null : `${program}/dist/${path}.js`
}

/**
 * Copies our own programs, compiled: what the commit's sources become, and nothing that an earlier
 * build has left beside it.
 */
export function copyCode({ root, files }: Source, tree: string): void {
  for (const file of files) {
    if (COPIED.test(file)) copyInto(tree, file, join(root, file))
    const built = builtOf(file)
    if (built !== null) copyInto(tree, built, join(root, built))
  }
  // The web app's build empties its folder first.
  for (const file of filesBelow(join(root, 'web/dist'))) {
    // What it leaves for itself begins with a dot.
    if (!file.endsWith('.map') && !file.startsWith('.'))
      copyInto(tree, `web/dist/${file}`, join(root, 'web/dist', file))
  }
}

/** Copies what runs on the target of the packages that a program loads. */
export function copyPackages(
  stage: string,
  packages: readonly InstalledPackage[],
  target: Target,
  tree: string,
): void {
  for (const { name, folder } of packages) {
    const from = join(stage, folder)
    for (const path of filesBelow(from)) {
      // Those that lie in it are packages of their own.
      if (path.startsWith('node_modules/') || !runsOnTarget(name, path, target)) continue
      copyInto(tree, join(folder, path), join(from, path))
    }
  }
  mkdirSync(join(tree, 'node_modules/@vehicle-control'))
  symlinkSync('../../protocol', join(tree, 'node_modules/@vehicle-control/protocol'))
}
