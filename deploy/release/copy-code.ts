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

/** The compiled file of a source that ships; null for any other file. */
export function builtOf(file: string): string | null {
  const { program, path } = SHIPPED_SOURCE.exec(file)?.groups ?? {}
  return program === undefined ? null : `${program}/dist/${path}.js`
}

/**
 * Copies our own compiled programs: the files that the commit's sources compile to, and nothing that an
 * earlier build left beside them.
 */
export function copyCode({ root, files }: Source, tree: string): void {
  for (const file of files) {
    if (COPIED.test(file)) copyInto(tree, file, join(root, file))
    const built = builtOf(file)
    if (built !== null) copyInto(tree, built, join(root, built))
  }
  // The web app's build empties its folder first.
  for (const file of filesBelow(join(root, 'web/dist'))) {
    // The build's own notes begin with a dot.
    if (!file.endsWith('.map') && !file.startsWith('.'))
      copyInto(tree, `web/dist/${file}`, join(root, 'web/dist', file))
  }
}

/** Copies the packages that a program loads, without files that do not run on the target. */
export function copyPackages(
  stage: string,
  packages: readonly InstalledPackage[],
  target: Target,
  tree: string,
): void {
  for (const { name, folder } of packages) {
    const from = join(stage, folder)
    for (const path of filesBelow(from)) {
      // Nested packages are in the list themselves.
      if (path.startsWith('node_modules/') || !runsOnTarget(name, path, target)) continue
      copyInto(tree, join(folder, path), join(from, path))
    }
  }
  mkdirSync(join(tree, 'node_modules/@vehicle-control'))
  symlinkSync('../../protocol', join(tree, 'node_modules/@vehicle-control/protocol'))
}
