import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/child.ts'
import type { Host } from './host.ts'

/** What this machine runs, in the words of release.json. */
export const HERE = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64'

interface ArchiveOptions {
  target?: string
  /** Changes the files of the release before they are packed. */
  change?: (folder: string) => void
  /** Arguments of tar behind the top folder; they may also change what it does. */
  tar?: string[]
  key?: string
  namespace?: string
}

/** A small signed release, units and a Node that starts included; the path of its archive. */
export function archiveOf(host: Host, version: string, options: ArchiveOptions = {}): string {
  const { target = HERE, change, tar = [], key = join(host.root, 'release') } = options
  const top = `vehicle-control-${version}`
  const folder = join(host.archives, top)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ version, target }, null, 2))
  writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\necho ${version}\n`)
  chmodSync(join(folder, 'bin/node'), 0o755)
  cpSync(join(root, 'systemd'), join(folder, 'systemd'), { recursive: true })
  change?.(folder)
  const file = join(host.archives, `${top}-${target}.tar.gz`)
  // -P: names stay as the test wants them.
  execFileSync('tar', ['-czPf', file, '-C', host.archives, top, ...tar])
  rmSync(folder, { recursive: true })
  sign(file, key, options.namespace)
  return file
}

/** Signs a file anew, beside it. */
export function sign(file: string, key: string, namespace = 'vehicle-control'): void {
  rmSync(`${file}.sig`, { force: true })
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', namespace, file], {
    stdio: 'ignore',
  })
}
