import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.ts'

const sources = [
  'web/src',
  'web/build',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'protocol/dist',
]

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Builds the web app. */
export function buildWeb(): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('the web app could not be built')
}

/** Builds the web app unless what is built is newer than its sources. */
export function buildWebIfNeeded(): void {
  const built = join(root, 'web/dist/index.html')
  const wanted = Math.max(...sources.map((path) => newest(join(root, path))))
  if (existsSync(built) && statSync(built).mtimeMs > wanted) return
  process.stdout.write('Construyendo la aplicación web: medio minuto…\n')
  buildWeb()
}
