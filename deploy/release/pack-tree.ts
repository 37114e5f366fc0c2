import { createHash } from 'node:crypto'
import { createReadStream, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '@vehicle-control/protocol'
import { runTool } from '../local/run-tool.ts'

/** Namespace of the signatures: what the same key signs for other uses is no signature of a release. */
const SIGNATURE_NAMESPACE = 'vehicle-control'

export interface PackOptions {
  /** The time of every file. */
  modifiedAt: Date
  /** Level of gzip; 9 unless given, 1 packs in seconds, for tests. */
  level?: number
}

/**
 * Packs a folder as the one top folder of a .tar.gz, whose bytes depend on its files' names, contents
 * and executable bits alone, and writes the checksum beside it (`sha256sum --check` reads it).
 * Returns the checksum.
 */
export async function packTree(
  tree: string,
  archive: string,
  { modifiedAt, level = 9 }: PackOptions,
): Promise<string> {
  await runTool(
    'tar',
    [
      '--create',
      `--file=${archive}`,
      `--use-compress-program=gzip -n -${level}`,
      `--directory=${dirname(tree)}`,
      '--sort=name',
      `--mtime=@${Math.floor(modifiedAt.getTime() / 1000)}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--hard-dereference',
      '--format=gnu',
      basename(tree),
    ],
    { env: { LC_ALL: 'C', GZIP: undefined, TAR_OPTIONS: undefined } },
  )
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  const sha256 = hash.digest('hex')
  writeFileSync(`${archive}.sha256`, `${sha256}  ${basename(archive)}\n`)
  return sha256
}

/** Signs an archive with an SSH key, into a file of its name and `.sig`. */
export async function signArchive(archive: string, key: string): Promise<void> {
  rmSync(`${archive}.sig`, { force: true })
  await runTool('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, archive])
}

/**
 * The file of the key that signs.
 *
 * @throws ConfigError that says how to make one.
 */
export function releaseKey(env: NodeJS.ProcessEnv): string {
  const key = env['RELEASE_KEY']
  if (key) return key
  throw new ConfigError(
    'RELEASE_KEY names no key: make one with ssh-keygen -t ed25519 -C release -f ~/.ssh/vehicle-control-release, and give its file',
  )
}
