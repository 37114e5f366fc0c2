import type { Logger } from 'pino'
import type { MailFate } from '../auth/people-mail.ts'
import { isNoSuchMailbox, type Mail, mailFault, type SendMail } from './send-mail.ts'

/** Mails that wait for their turn or for another try; more are refused. */
const CAPACITY = 100
const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 600_000] as const

/** Sends mail in the background, one at a time, and tries again what fails. Nothing outlives the process. */
export interface MailQueue {
  /**
   * Sends a mail after `delayMs`, and tries again as long as it is of use: until a moment in
   * milliseconds since 1970. Never rejects; resolves after the first try.
   */
  add(mail: Mail, until: number, delayMs?: number): Promise<MailFate>
  /** How many mails are being sent, or wait for it. */
  waiting(): number
  /** Drops the waiting mails and cuts off the one that is being sent. */
  stop(): void
}

interface Job {
  mail: Mail
  until: number
  failures: number
  tried: (fate: MailFate) => void
  cancel?: () => void
}

interface MailQueueOptions {
  send: SendMail
  log: Logger
  now?: () => number
  /** Runs `run` once after `ms`; the function that it returns cancels that. */
  after?: (ms: number, run: () => void) => () => void
}

export function createMailQueue({
  send,
  log,
  now = Date.now,
  after = afterTimeout,
}: MailQueueOptions): MailQueue {
  const jobs = new Set<Job>()
  const stopped = new AbortController()
  let attempts = Promise.resolve()

  function enqueue(job: Job): void {
    attempts = attempts.then(() => attempt(job))
  }

  async function attempt(job: Job): Promise<void> {
    if (stopped.signal.aborted) return
    const { mail, until } = job
    try {
      await send(mail, stopped.signal)
      jobs.delete(job)
      job.tried('taken')
    } catch (error) {
      const isRefused = isNoSuchMailbox(error)
      job.tried(isRefused ? 'refused' : 'waits')
      if (stopped.signal.aborted) return
      const waitMs = RETRY_AFTER_MS[job.failures++]
      const about = { ...mailFault(error), subject: mail.subject }
      const isOfUse = waitMs !== undefined && now() + waitMs < until
      if (isOfUse && !isRefused) {
        log.warn({ ...about, waitMs }, 'a mail could not be sent; trying again')
        job.cancel = after(waitMs, () => enqueue(job))
      } else {
        log.error(about, 'a mail could not be sent; giving up')
        jobs.delete(job)
      }
    }
  }

  return {
    async add(mail, until, delayMs = 0) {
      if (jobs.size >= CAPACITY) {
        log.error({ subject: mail.subject }, 'too much mail waits; this one is not sent')
        return 'waits'
      }
      return await new Promise<MailFate>((tried) => {
        const job: Job = { mail, until, failures: 0, tried }
        jobs.add(job)
        if (delayMs === 0) enqueue(job)
        else job.cancel = after(delayMs, () => enqueue(job))
      })
    },
    waiting: () => jobs.size,
    stop() {
      stopped.abort()
      for (const job of jobs) {
        job.cancel?.()
        job.tried('waits')
      }
      jobs.clear()
    },
  }
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
