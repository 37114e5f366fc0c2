import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseFacts } from '@vehicle-control/protocol/release'
import { z } from 'zod'
import { billOfMaterials, sqliteVersionIn } from './bill-of-materials.ts'
import { copyCode, copyPackages } from './copy-code.ts'
import { assertMachine } from './elf-machine.ts'
import { writeLicences } from './licences.ts'
import { lockedPackages } from './lock-fits.ts'
import { buildSqlite } from './native-sqlite.ts'
import { packTree, signArchive } from './pack-tree.ts'
import { packagesReachedFrom } from './package-tree.ts'
import type { Source } from './source.ts'
import { PROGRAMS, stageNode, stagePackages } from './stage-packages.ts'
import type { Target } from './targets.ts'

export interface ReleaseOptions {
  source: Source
  target: Target
  /** Where the archives go. */
  out: string
  /** The file of the key that signs. */
  key: string
  /** Where compiled bindings are kept for the next time. */
  kept: string
}

/** An archive that was made. */
export interface MadeRelease {
  archive: string
  sha256: string
  bytes: number
  /** How many packages came without the text of their licence. */
  withoutLicence: number
}

/** Makes the signed archive of a target, its checksum and its bill of materials. */
export async function makeRelease(options: ReleaseOptions): Promise<MadeRelease> {
  const { source, target, out, key } = options
  const work = mkdtempSync(join(tmpdir(), 'vehicle-control-release-'))
  try {
    const tree = join(work, `vehicle-control-${source.version}`)
    const { bill, withoutLicence } = await makeTree(options, work, tree)
    mkdirSync(out, { recursive: true })
    const archive = join(out, `vehicle-control-${source.version}-${target.name}.tar.gz`)
    const sha256 = await packTree(tree, archive, { modifiedAt: source.builtAt })
    await signArchive(archive, key)
    writeFileSync(archive.replace(/\.tar\.gz$/, '.cdx.json'), bill)
    return { archive, sha256, bytes: statSync(archive).size, withoutLicence }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function makeTree(options: ReleaseOptions, work: string, tree: string) {
  const { source, target, kept } = options
  const stage = join(work, 'stage')
  await stagePackages(source, target, stage)
  const nodeFolder = await stageNode(source, target, join(work, 'runtime'))
  const nodeVersion = versionOf(nodeFolder)

  const sqlite = 'node_modules/better-sqlite3'
  const sqliteVersion = sqliteVersionIn(join(stage, sqlite))
  const lock = lockedPackages(join(source.root, 'package-lock.json'))
  const inputs = [lock[sqlite]?.integrity ?? '', nodeVersion]
  await buildSqlite({ target, folder: join(stage, sqlite), nodeFolder, inputs, kept })

  copyCode(source, tree)
  const packages = packagesReachedFrom(stage, PROGRAMS)
  copyPackages(stage, packages, target, tree)
  copyNode(nodeFolder, tree)
  assertMachine(tree, target)

  const bundled = packagesReachedFrom(source.root, ['web'])
  const shipped = [
    ...packages.map((one) => ({ ...one, top: stage })),
    ...bundled.map((one) => ({ ...one, top: source.root })),
  ]
  const withoutLicence = writeLicences(join(tree, 'LICENSES'), shipped, nodeFolder)
  const about = { source, target, stage, packages: shipped, nodeVersion, sqliteVersion }
  const bill = `${await billOfMaterials(about)}\n`
  writeFileSync(join(tree, 'sbom.cdx.json'), bill)
  writeFacts(tree, source, target, nodeVersion)
  return { bill, withoutLicence }
}

function copyNode(nodeFolder: string, tree: string): void {
  mkdirSync(join(tree, 'bin'))
  cpSync(join(nodeFolder, 'bin/node'), join(tree, 'bin/node'))
}

function writeFacts(tree: string, source: Source, target: Target, node: string): void {
  const facts: ReleaseFacts = {
    version: source.version,
    commit: source.commit,
    builtAt: source.builtAt.toISOString(),
    target: target.name,
    node,
  }
  writeFileSync(join(tree, 'release.json'), `${JSON.stringify(facts, null, 2)}\n`)
  const top = { name: 'vehicle-control', version: source.version, private: true, type: 'module' }
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify(top, null, 2)}\n`)
}

function versionOf(folder: string): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
