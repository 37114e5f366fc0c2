import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InstalledPackage } from './package-tree.ts'
import { LICENCE_FILE } from './what-runs.ts'

/** A package whose licence goes with a release, and the folder where it is unpacked. */
export interface LicensedPackage extends InstalledPackage {
  top: string
}

const HEADER = `These packages come without a text of their licence. What their package.json says:

`

/**
 * Writes the licence texts of packages and of Node into a folder, a file a package, and names those
 * without one in WITHOUT-TEXT. Returns how many those are.
 */
export function writeLicences(
  folder: string,
  packages: readonly LicensedPackage[],
  nodeFolder: string,
): number {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'node.txt'), readFileSync(join(nodeFolder, 'LICENSE')))
  const without: string[] = []
  for (const one of packages) {
    const id = `${one.name}@${one.version}`
    const text = licenceText(join(one.top, one.folder)) ?? licenceOfWhole(one, packages)
    if (text === null) without.push(`${id}: ${JSON.stringify(one.license ?? 'nothing')}\n`)
    else writeFileSync(join(folder, `${id.replaceAll('/', '+')}.txt`), text)
  }
  writeFileSync(join(folder, 'WITHOUT-TEXT'), HEADER + [...new Set(without)].sort().join(''))
  return without.length
}

/** That of the package whose optional part it is, by the same author under the same licence. */
function licenceOfWhole(
  { partOf, version, license, top }: LicensedPackage,
  packages: readonly LicensedPackage[],
): string | null {
  const whole = packages.find((one) => one.folder === partOf && one.top === top)
  const isAlike = whole?.version === version && whole.license === license
  return isAlike ? licenceText(join(top, whole.folder)) : null
}

/** The licence text of a package: its licence files, or that part of its README. */
function licenceText(folder: string): string | null {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => entry.name)
    .sort()
  if (names.length > 0) return names.map((name) => readFileSync(join(folder, name))).join('\n')
  const readme = join(folder, 'README.md')
  if (!existsSync(readme)) return null
  return /^#+ licen[cs]\w*[^]*/im.exec(readFileSync(readme, 'utf8'))?.[0] ?? null
}
