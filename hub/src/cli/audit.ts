import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, HUB_KEY_MIN } from '@vehicle-control/protocol'
import type { Config } from '../config/config.ts'
import { type HubKey, hubKeyOf } from '../secrets/hub-key.ts'
import { openStore } from '../store/open-store.ts'
import type { AuditHead } from '../store/people/audit-head.ts'
import { type ChainResult, verifyAuditChain } from '../store/people/verify-audit.ts'
import { UsageError } from './database-command.ts'

const USAGE = `usage: node hub/dist/main.js audit verify [--head COUNT:HASH] [--old-key-file FILE]...
follows the chain of the audit log and prints «ok N rows» and its head, or what nothing vouches for.
--head: a head that was noted before; the log must still have it
--old-key-file: a key of before, where the hub's is another by now`

/** Runs `audit verify`, prints what it found, and returns the exit code: 0 only for «ok». */
export async function runAudit(args: readonly string[], config: Config): Promise<number> {
  try {
    const { noted, oldKeys } = read(args)
    const store = await openStore(config)
    try {
      const keys = [store.key, ...oldKeys]
      const result = await verifyAuditChain(store.db, { keys, noted })
      process.stdout.write(`${reportOf(result).join('\n')}\n`)
      return result.ok ? 0 : 1
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

function reportOf(result: ChainResult): string[] {
  // As JSON, which escapes control characters: the row's text must not reach the terminal raw.
  if (!result.ok && result.why === 'broken')
    return [`broken at row ${result.brokenAt.id}: ${JSON.stringify(result.brokenAt)}`]
  const head = `head ${headText(result)}`
  if (result.ok) return [`ok ${result.rows} rows`, head]
  switch (result.why) {
    case 'keyless':
      return [`not verified: no row has a key (this hub never served it, or rows are gone)`, head]
    case 'shorter':
      return [`not verified: ${result.rows} rows, and there were ${result.noted.rows}`, head]
    case 'other':
      return [`not verified: row ${result.noted.rows} is not the one that was noted`, head]
    case 'unproven':
      return [
        ...result.unproven.map(({ why, key, from, to, rows }) => {
          const which = `not verified: ${rows} rows, ids ${from} to ${to}, `
          return why === 'unkeyed'
            ? `${which}have no key: an older version wrote them, or somebody else`
            : `${which}are under the key ${JSON.stringify(key)}: give it by --old-key-file`
        }),
        head,
      ]
  }
}

const headText = ({ rows, head }: AuditHead) => `${rows}:${head}`

function read(args: readonly string[]): { noted: AuditHead | undefined; oldKeys: HubKey[] } {
  const { values, positionals } = parse(args)
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError(USAGE)
  const noted = values.head === undefined ? undefined : readHead(values.head)
  return { noted, oldKeys: (values['old-key-file'] ?? []).map(readKey) }
}

function parse(args: readonly string[]) {
  const file = { type: 'string', multiple: true } as const
  const options = { head: { type: 'string' }, 'old-key-file': file } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    // parseArgs throws only for arguments that it does not know.
    throw new UsageError(USAGE)
  }
}

function readHead(text: string): AuditHead {
  const [, rows, head] = /^(\d{1,15}):([0-9a-f]{64}|)$/.exec(text.trim().toLowerCase()) ?? []
  if (rows === undefined || head === undefined)
    throw new UsageError(
      '--head is not COUNT:HASH; give «rows» and «head» of a line «audit log head»',
    )
  return { rows: Number(rows), head }
}

function readKey(file: string): HubKey {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`--old-key-file cannot be read (${why}); name a file that holds a key`)
  }
  if (text.length >= HUB_KEY_MIN) return hubKeyOf(text)
  throw new ConfigError(`--old-key-file "${file}" is too short to be a key`)
}
