import { execFileSync } from 'node:child_process'
import type { ReleaseFacts } from '@vehicle-control/protocol/release'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../local/child.ts'
import type { Signer } from './fresh-card.ts'

/**
 * A signed release of what this checkout was built to, for this machine: an edge that really runs.
 * deploy/release makes the ones that ship.
 */
export function wholeRelease(folder: string, version: string, signer: Signer): string {
  const top = `vehicle-control-${version}`
  const target = `linux-${process.arch}`
  const tree = join(folder, top)
  const copy = (from: string) =>
    cpSync(join(root, from), join(tree, from), { recursive: true, dereference: true })
  mkdirSync(join(tree, 'bin'), { recursive: true })
  cpSync(process.execPath, join(tree, 'bin/node'))
  for (const name of ['package.json', 'systemd', 'deploy/install']) copy(name)
  for (const house of ['edge', 'protocol']) {
    copy(`${house}/dist`)
    copy(`${house}/package.json`)
  }
  for (const path of packages()) copy(path)
  const scope = join(tree, 'node_modules/@vehicle-control')
  mkdirSync(scope, { recursive: true })
  execFileSync('ln', ['-s', '../../protocol', join(scope, 'protocol')])
  const facts: ReleaseFacts = {
    version,
    commit: '0'.repeat(40),
    builtAt: '2026-01-01T00:00:00Z',
    target,
    node: process.version,
  }
  writeFileSync(join(tree, 'release.json'), JSON.stringify(facts))
  const archive = join(folder, `${top}-${target}.tar.gz`)
  execFileSync('tar', ['-cf', archive, '-I', 'gzip -1', '-C', folder, top])
  signer.sign(archive)
  return archive
}

/** The folders of the edge's packages, from the root on. */
function packages(): string[] {
  const list = ['ls', '--workspace=edge', '--omit=dev', '--all', '--parseable']
  const found = execFileSync('npm', list, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  return found
    .toString()
    .trim()
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules/') && !path.includes('@vehicle-control'))
}
