import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReleaseFacts } from '@vehicle-control/protocol/release'
import { packTree, signArchive } from '../../release/pack-tree.ts'

export interface ChangedReleaseOptions {
  /** The release that it is made of. */
  archive: string
  version: string
  /** The folder for the new archive. */
  out: string
  /** The file of the key that signs it. */
  key: string
  /** Changes the unpacked files; absent: it differs by its version alone. */
  change?: (top: string) => void
}

/**
 * Makes another release of one that is there, in seconds: what a later commit would make, or a bad
 * one. Answers its archive; signature and checksum lie beside it.
 */
export async function changedRelease(options: ChangedReleaseOptions): Promise<string> {
  const { archive, version, out, key, change } = options
  const work = mkdtempSync(join(tmpdir(), 'changed-release-'))
  try {
    execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${work}`])
    const [former = ''] = readdirSync(work)
    const top = join(work, `vehicle-control-${version}`)
    renameSync(join(work, former), top)
    const file = join(top, 'release.json')
    const facts = { ...ReleaseFacts.parse(JSON.parse(readFileSync(file, 'utf8'))), version }
    writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`)
    change?.(top)
    const made = join(out, `vehicle-control-${version}-${facts.target}.tar.gz`)
    await packTree(top, made, { modifiedAt: new Date(facts.builtAt), level: 1 })
    await signArchive(made, key)
    return made
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
