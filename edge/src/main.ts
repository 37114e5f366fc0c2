import { ConfigError, EXIT_CONFIG } from '@vehicle-control/protocol/errors'
import { EXIT_USAGE, USAGE, UsageError } from './usage.ts'

/**
 * What the command line can do; each prints its result and resolves to the exit code. A command is
 * loaded where it is given: the edge itself loads none.
 */
const commands = new Map([
  ['doctor', async (args: string[]) => (await import('./doctor/run-doctor.ts')).runDoctor(args)],
  [
    'capture',
    async (args: string[]) => (await import('./capture/run-capture.ts')).runCapture(args),
  ],
  ['key', async (args: string[]) => (await import('./enroll/run-key.ts')).runKey(args)],
  ['--help', async () => print(USAGE)],
  ['-h', async () => print(USAGE)],
  ['--version', async () => print((await import('./version.ts')).VERSION)],
])

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

async function runCommand(name: string, args: string[]): Promise<number> {
  try {
    const command = commands.get(name)
    if (command === undefined) throw new UsageError(`«${name}» no es ninguna orden`)
    return await command(args)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n${USAGE}\n`)
      return EXIT_USAGE
    }
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    return EXIT_CONFIG
  }
}

// New files hold plates and times, keys, captures: private to this account in any folder.
process.umask(0o077)
const [name, ...args] = process.argv.slice(2)
if (name === undefined) {
  const { runEdge } = await import('./run-edge.ts')
  runEdge()
} else process.exitCode = await runCommand(name, args)
