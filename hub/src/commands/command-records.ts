import type { Logger } from 'pino'
import { auditCommands, commandEntry } from '../store/commands/command-audit.ts'
import { type NewCommand, saveRefused } from '../store/commands/relay-commands.ts'
import type { Db } from '../store/database.ts'
import { type AuditEntry, appendAudit } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

const RETRY_AFTER_MS = 1000
/** Records of a kind that wait for the database; further ones stand in the log alone. */
const WAITING_MAX = 1000

export interface CommandRecordsOptions {
  db: Db
  log: Logger
}

/**
 * Stores what no answer waits for: commands that were refused, and audit entries whose lock was
 * held by others when their command was sent. Retries until the database takes them.
 */
export class CommandRecords {
  readonly #options: CommandRecordsOptions
  #refused: NewCommand[] = []
  #attempts: AuditEntry[] = []
  #isDue = false
  #isStopped = false
  #running: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(options: CommandRecordsOptions) {
    this.#options = options
  }

  /** Resumes after a stop, and writes the audit entries that an earlier run left. */
  start(): void {
    this.#isStopped = false
    this.writeAudit()
  }

  /** Resolves after a last attempt. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** A command was not sent, since its deadline passed; the row that it may have is closed. */
  refused(command: NewCommand): void {
    if (this.#refused.length < WAITING_MAX) this.#refused.push(command)
    this.#options.log.warn({ command }, 'a relay command was refused: the database was too slow')
    this.writeAudit()
  }

  /** A command was not sent, and gets no row. */
  attempted(agent: string, command: NewCommand, refused: string): void {
    const entry = commandEntry(agent, command, refused)
    if (this.#attempts.length < WAITING_MAX) this.#attempts.push(entry)
    // If the hub stops before the database is back, this line is the only record.
    this.#options.log.info({ agent, command, refused }, 'a relay command was not sent')
    this.writeAudit()
  }

  /** Writes what waits, and the audit entries of stored commands that lack theirs. */
  writeAudit(): void {
    this.#isDue = true
    this.#running ??= this.#write()
  }

  async #write(): Promise<void> {
    const { db, log } = this.#options
    clearTimeout(this.#timer)
    while (this.#isDue) {
      this.#isDue = false
      const [refused, attempts] = [[...this.#refused], [...this.#attempts]]
      try {
        await withLockOfAllHubs(db, async (trx) => {
          for (const command of refused) await saveRefused(trx, command, Date.now())
          await auditCommands(trx)
          await appendAudit(trx, ...attempts)
        })
        this.#refused = this.#refused.slice(refused.length)
        this.#attempts = this.#attempts.slice(attempts.length)
      } catch (error) {
        log.error({ err: error }, 'commands could not be written down; trying again')
        if (!this.#isStopped) this.#timer = setTimeout(() => this.writeAudit(), RETRY_AFTER_MS)
        break
      }
    }
    this.#running = null
  }
}
