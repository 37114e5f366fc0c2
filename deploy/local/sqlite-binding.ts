import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './run-tool.ts'
import { root } from './child.ts'
import { aborts, mendObjectWrap } from './object-wrap.ts'

const binding = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')

/**
 * Compiles the binding of better-sqlite3 anew where the one that npm installed would abort on this
 * Node: npm compiles with the headers of the Node that runs it, and those of 24.19 and newer make
 * such a one. Also where there is none: a compile that is interrupted leaves none.
 *
 * @throws Error when it cannot be compiled.
 */
export async function mendSqliteBinding(): Promise<void> {
  if (existsSync(binding) && !aborts(binding)) return
  process.stdout.write('Compilando SQLite para este Node: alrededor de un minuto…\n')
  const include = join(dirname(dirname(process.execPath)), 'include/node')
  const hasHeaders = existsSync(include)
  if (!hasHeaders && existsSync(binding)) {
    throw new Error(`there is no ${include}: use Node 20, or a Node with its headers`)
  }
  const built = join(root, 'deploy/dist')
  mkdirSync(built, { recursive: true })
  // Of its own: two starts at once would take it from each other.
  const headers = mkdtempSync(join(built, 'headers-'))
  try {
    if (hasHeaders) {
      cpSync(include, join(headers, 'include/node'), { recursive: true, dereference: true })
      mendObjectWrap(headers)
    }
    await runNpm(['rebuild', 'better-sqlite3', '--build-from-source'], {
      cwd: root,
      env: hasHeaders ? { npm_config_nodedir: headers } : {},
    })
  } finally {
    rmSync(headers, { recursive: true, force: true })
  }
  if (aborts(binding)) throw new Error('better-sqlite3 was not compiled with the changed headers')
}
