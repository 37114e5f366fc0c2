import type { Config } from '../config/config.ts'
import { verifyAuditChain } from '../store/people/audit-log.ts'
import { openStore } from '../store/open-store.ts'

const USAGE = `usage: node hub/dist/main.js audit verify
follows the chain of the audit log and prints «ok N rows», or the first row that does not fit.`

/** Runs `audit verify`, prints what it found, and returns the exit code. */
export async function runAudit(args: readonly string[], config: Config): Promise<number> {
  if (args.length !== 1 || args[0] !== 'verify') {
    process.stderr.write(`${USAGE}\n`)
    return 1
  }
  const store = await openStore(config)
  try {
    const result = await verifyAuditChain(store.db)
    // As JSON, which escapes control characters: the row's text must not reach the terminal raw.
    const found = result.ok
      ? `ok ${result.rows} rows`
      : `broken at row ${result.brokenAt.id}: ${JSON.stringify(result.brokenAt)}`
    process.stdout.write(`${found}\n`)
    return result.ok ? 0 : 1
  } finally {
    await store.close()
  }
}
