import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './child.ts'
import { failProduct, say, startProduct } from './product.ts'
import { mendSqliteBinding } from './sqlite-binding.ts'

function tool(path: string, ...args: string[]): void {
  const child = spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => child.kill())
}

/** Runs the compiled files, which are what ships, and restarts when they change. */
try {
  await mendSqliteBinding()
  tool('typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput')
  tool('vite/bin/vite.js', 'web', '--clearScreen', 'false')
  await startProduct({ nodeArgs: ['--watch'] })
  say('La app con recarga en caliente: la dirección que indica Vite')
} catch (error) {
  await failProduct(error)
}
