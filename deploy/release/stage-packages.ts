import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from '../local/run-tool.ts'
import type { Source } from './source.ts'
import type { Target } from './targets.ts'

/** The workspaces that run on a host; the web app is bundled and needs no package there. */
export const PROGRAMS = ['edge', 'hub', 'protocol'] as const

/** Settings of npm that must not depend on the user's own. */
const SETTINGS = [
  '--ignore-scripts',
  '--bin-links=false',
  '--install-strategy=hoisted',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--omit=dev',
  '--os=linux',
  '--libc=glibc',
]

/** Installs the programs' locked packages for a target into an empty folder; runs no scripts. */
export async function stagePackages(source: Source, target: Target, folder: string): Promise<void> {
  for (const file of ['package-lock.json', 'package.json']) copy(source.root, folder, file)
  // All workspaces, or npm would refuse the lock file.
  for (const name of [...PROGRAMS, 'web']) copy(source.root, folder, `${name}/package.json`)
  const workspaces = PROGRAMS.flatMap((name) => ['--workspace', name])
  await runNpm(
    ['ci', ...SETTINGS, `--cpu=${target.cpu}`, ...workspaces, '--include-workspace-root=false'],
    { cwd: folder },
  )
}

/**
 * Installs the target's Node into an empty folder and answers its package's folder.
 *
 * @throws Error when the lock has none for the target.
 */
export async function stageNode(source: Source, target: Target, folder: string): Promise<string> {
  for (const file of ['package-lock.json', 'package.json']) {
    copy(join(source.root, 'deploy/release/runtime'), folder, file)
  }
  await runNpm(['ci', ...SETTINGS, `--cpu=${target.cpu}`], { cwd: folder })
  const node = join(folder, 'node_modules', `node-${target.name}`)
  // npm says nothing of an optional package that it could not install.
  if (!existsSync(join(node, 'bin/node'))) throw new Error(`npm installed no node-${target.name}`)
  return node
}

function copy(from: string, to: string, file: string): void {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  cpSync(join(from, file), join(to, file))
}
