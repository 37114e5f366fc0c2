import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { mendObjectWrap } from '../local/object-wrap.ts'
import { hasCommand, runTool } from '../local/run-tool.ts'
import type { Target } from './targets.ts'

/** Where the binding lies in better-sqlite3. */
export const BINDING = 'build/Release/better_sqlite3.node'

/** @throws ConfigError with the command that installs them when a target's tools are not there. */
export function assertCompiler({ name, toolPrefix, debianPackages }: Target): void {
  const needed = [`${toolPrefix}g++`, `${toolPrefix}gcc`, `${toolPrefix}strip`, 'make', 'python3']
  const missing = needed.filter((tool) => !hasCommand(tool))
  if (missing.length === 0) return
  throw new ConfigError(
    `${missing.join(', ')} is missing for ${name}: apt-get install ${debianPackages}`,
  )
}

export interface NativeOptions {
  target: Target
  /** The unpacked better-sqlite3; it is built there. */
  folder: string
  /** The unpacked Node package of the target, whose headers it is built with. */
  nodeFolder: string
  /** What is built, and with what: the package's checksum and the version of Node. */
  inputs: readonly string[]
  /** Where what was built is kept for the next time. */
  kept: string
}

/**
 * Builds the binding of better-sqlite3 for a target and puts it where it is loaded from. The same
 * inputs and compiler make the same bytes, wherever the folder lies.
 */
export async function buildSqlite(options: NativeOptions): Promise<void> {
  const { target, folder, nodeFolder, inputs, kept } = options
  const compiler = `${target.toolPrefix}g++`
  const header = mendObjectWrap(nodeFolder)
  const of = [...inputs, target.name, header, await runTool(compiler, ['--version'])]
  const key = createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 32)
  const store = join(kept, `sqlite-binding-${target.name}-${key}.node`)
  const binding = join(folder, BINDING)
  if (!existsSync(store)) {
    await compile(target, folder, nodeFolder)
    // Stripped, since compiler flags of the user's own may add debug information.
    await runTool(`${target.toolPrefix}strip`, ['--strip-unneeded', binding])
    mkdirSync(kept, { recursive: true })
    copyFileSync(binding, `${store}.${process.pid}`)
    renameSync(`${store}.${process.pid}`, store)
  }
  // Without the build's other files: a binding from the store has none, and both must pack alike.
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  mkdirSync(dirname(binding), { recursive: true })
  copyFileSync(store, binding)
}

async function compile(target: Target, folder: string, nodeFolder: string): Promise<void> {
  // Keeps the build's folder out of the file names in asserts and messages.
  const flags = `-ffile-prefix-map=${folder}=better-sqlite3 -ffile-prefix-map=${nodeFolder}=node`
  await runTool(
    process.execPath,
    [
      await nodeGyp(),
      'rebuild',
      '--release',
      `--arch=${target.cpu}`,
      `--nodedir=${nodeFolder}`,
      '--jobs=2',
    ],
    {
      cwd: folder,
      env: {
        ...withoutNpmSettings(),
        CC: `${target.toolPrefix}gcc`,
        CXX: `${target.toolPrefix}g++`,
        AR: `${target.toolPrefix}ar`,
        CFLAGS: flags,
        CXXFLAGS: flags,
        CPPFLAGS: '',
        LDFLAGS: '',
      },
    },
  )
  const built = readFileSync(join(folder, 'build/config.gypi'), 'utf8')
  if (!built.includes(`"nodedir": "${nodeFolder}"`)) {
    throw new Error(`${folder} was not built with the headers of ${nodeFolder}`)
  }
}

/** Removes the user settings that `npm run` passes on: node-gyp prefers them to its own arguments. */
function withoutNpmSettings(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => /^npm_(?:package_)?config_/i.test(name))
  return Object.fromEntries(names.map((name) => [name, undefined]))
}

/** npm's own node-gyp. */
async function nodeGyp(): Promise<string> {
  const given = process.env['npm_config_node_gyp']
  if (given !== undefined) return given
  const modules = (await runTool('npm', ['root', '--global'])).trim()
  return join(modules, 'npm/node_modules/node-gyp/bin/node-gyp.js')
}
