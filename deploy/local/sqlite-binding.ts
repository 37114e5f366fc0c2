import { cpSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './run-tool.ts'
import { root } from './child.ts'
import { aborts, mendObjectWrap } from './object-wrap.ts'

const binding = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')

/**
 * Compiles the binding of better-sqlite3 anew where the one that npm installed would abort on this
 * Node: npm compiles with the headers of the Node that runs it, and those of 24.19 and newer make
 * such a one.
 *
 * @throws Error when it cannot be compiled.
 */
export async function mendSqliteBinding(): Promise<void> {
  if (!aborts(binding)) return
  process.stdout.write('Compilando SQLite para este Node: alrededor de un minuto…\n')
  const prefix = dirname(dirname(process.execPath))
  const headers = join(root, 'deploy/dist/headers')
  if (!existsSync(join(prefix, 'include/node'))) {
    throw new Error(`${prefix} has no include/node: use Node 20, or a Node with its headers`)
  }
  rmSync(headers, { recursive: true, force: true })
  cpSync(join(prefix, 'include/node'), join(headers, 'include/node'), {
    recursive: true,
    dereference: true,
  })
  mendObjectWrap(headers)
  await runNpm(['rebuild', 'better-sqlite3', '--build-from-source'], {
    cwd: root,
    env: { npm_config_nodedir: headers },
  })
  rmSync(headers, { recursive: true })
  if (aborts(binding)) throw new Error('better-sqlite3 was not compiled with the changed headers')
}
