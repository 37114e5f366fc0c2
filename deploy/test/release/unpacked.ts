import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseFacts } from '@vehicle-control/protocol/release'
import { root } from '../../local/child.ts'
import type { Target } from '../../release/targets.ts'

/** Where the archives lie: RELEASES, or where `npm run release` puts them. */
const RELEASES = process.env['RELEASES'] ?? join(root, 'deploy/dist/releases')
const QEMU = '/usr/bin/qemu-aarch64-static'
const ARM64_LIBRARIES = '/usr/aarch64-linux-gnu'

/** A release that is unpacked here. */
export interface UnpackedRelease {
  top: string
  facts: ReleaseFacts
  /** The command that runs its Node on this machine. */
  runtime: string[]
}

/** The newest archive of a target. */
export function newestArchive({ name }: Target): string {
  const found = existsSync(RELEASES) ? readdirSync(RELEASES) : []
  const [newest] = found
    .filter((file) => file.endsWith(`-${name}.tar.gz`))
    .map((file) => join(RELEASES, file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  if (newest !== undefined) return newest
  throw new Error(`${RELEASES} has no archive for ${name}: npm run release -- --target ${name}`)
}

/** Unpacks an archive into an empty folder. */
export function unpack(archive: string, folder: string): UnpackedRelease {
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`])
  const [name = ''] = readdirSync(folder)
  const top = join(folder, name)
  const facts = ReleaseFacts.parse(JSON.parse(readFileSync(join(top, 'release.json'), 'utf8')))
  return { top, facts, runtime: [...emulatorOf(facts.target), join(top, 'bin/node')] }
}

function emulatorOf(target: string): string[] {
  if (target !== 'linux-arm64' || process.arch === 'arm64') return []
  const missing = [QEMU, join(ARM64_LIBRARIES, 'lib/libstdc++.so.6')].find((at) => !existsSync(at))
  if (missing === undefined) return [QEMU, '-L', ARM64_LIBRARIES]
  throw new Error(`${missing} is missing: apt-get install qemu-user-static g++-aarch64-linux-gnu`)
}
