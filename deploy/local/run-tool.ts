import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)
const OUTPUT_BYTES = 256 * 1024 * 1024
const TAIL_LINES = 30

export interface ToolOptions {
  cwd?: string
  /** Added to this process's environment, and preferred to it. */
  env?: NodeJS.ProcessEnv
}

/**
 * Runs a program; returns its standard output.
 *
 * @throws Error with its last lines when it does not end with 0.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: ToolOptions = {},
): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: OUTPUT_BYTES }
    return (await execFileAsync(command, args, options)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const tail = `${stdout}${stderr}`.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
    throw new Error(`${command} ${args.join(' ')} failed:\n${tail}`, { cause: error })
  }
}

/** Runs npm: the same one that runs this process, where one does. */
export function runNpm(args: readonly string[], options: ToolOptions): Promise<string> {
  const npm = process.env['npm_execpath']
  if (npm === undefined) return runTool('npm', args, options)
  return runTool(process.execPath, [npm, ...args], options)
}

/** Whether a command is found on the PATH. */
export function hasCommand(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      // Not in this folder.
      return false
    }
  })
}
