import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { z } from 'zod'
import { requireKeyOfHub } from '../audit/begin-key.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import type { AuditActor } from '../store/people/audit-log.ts'

/** The actor in the audit log of what the command line does. */
export const COMMAND_LINE: AuditActor = {
  actor: 'hub',
  address: null,
  via: { via: 'command line' },
}

/** Arguments that cannot be carried out; the message says what to give instead. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface DatabaseCommandOptions {
  config: Config
  usage: string
  options: NonNullable<ParseArgsConfig['options']>
  /** What each command does; its result is printed: a text as it is, all else as JSON. */
  commands: Record<string, (db: Db, values: object) => Promise<unknown>>
}

/**
 * Runs a command on the hub's database, beside a running hub or not, prints its result, and returns
 * the exit code.
 */
export async function runDatabaseCommand(
  args: readonly string[],
  { config, usage, options, commands }: DatabaseCommandOptions,
): Promise<number> {
  try {
    const { values, positionals } = parse(args, options, usage)
    const [name = '', ...extra] = positionals
    if (extra.length > 0) throw new UsageError(`unexpected «${extra.join(' ')}»\n${usage}`)
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) throw new UsageError(usage)
    const store = await openStore(config)
    try {
      await requireKeyOfHub(store)
      const result = await command(store.db, values)
      process.stdout.write(
        typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`,
      )
    } finally {
      await store.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

/**
 * Checks options of a command.
 *
 * @throws UsageError with the first fault
 */
export function check<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new UsageError(parsed.error.issues[0]?.message ?? 'the options do not fit')
}

function parse(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // parseArgs throws only for arguments that it does not know.
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
