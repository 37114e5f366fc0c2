import type { Finding } from './finding.ts'

/** One refused mail may be the mail's own fault. */
const IN_A_ROW = 2
const ASK_EVERY_MS = 5 * 60_000
/** A server that greets, and refused a mail for what is in it, cannot be asked whether it is well. */
const LISTED_MS = 86_400_000

export interface MailWatchOptions {
  /** Host and port of the mail server. */
  server: string
  /** Connects and logs in, without a mail. */
  verify: () => Promise<void>
  now: () => number
}

interface Failing {
  since: number
  /** Failures in a row, but for refused mails. */
  count: number
  /** When each mail was last refused, by its name: one that nobody takes is no failing server. */
  refused: Map<string, number>
  cause: string
  askedAt: number
}

interface Astray {
  since: number
  at: number
  count: number
}

/** Knows whether the mail server takes mail: by the last mails, and while it does not by asking. */
export class MailWatch {
  readonly #options: MailWatchOptions
  #failing: Failing | null = null
  /** Alert mails in a row that did not reach everybody; null: the last one did. */
  #astray: Astray | null = null

  constructor(options: MailWatchOptions) {
    this.#options = options
  }

  sent(): void {
    this.#failing = null
  }

  /**
   * An alert mail was refused for one of its recipients at least, or reached all of them. That other
   * mails are taken says nothing of these: nobody would miss the mail that never tells of a fire.
   */
  alertMail(isRefused: boolean): void {
    const at = this.#options.now()
    const { since, count } = this.#astray ?? { since: at, count: 0 }
    this.#astray = isRefused ? { since, at, count: count + 1 } : null
  }

  /** `mail` names one mail, however often it is tried. */
  failed(error: unknown, mail = ''): void {
    const now = this.#options.now()
    const cause = mailCause(error)
    const failing = (this.#failing ??= {
      since: now,
      count: 0,
      refused: new Map(),
      cause,
      askedAt: now,
    })
    if (cause !== 'rejected') failing.count++
    else failing.refused.set(mail, now)
    // One mail that is refused again and again began nothing before the other.
    if (!isFailing(failing) && failing.count === 0) failing.since = now
    Object.assign(failing, { cause, askedAt: now })
  }

  /** Asks the server, at most every 5 minutes while it fails, and never while it does not. */
  async look(): Promise<void> {
    const { verify, now } = this.#options
    if (this.#astray !== null && now() - this.#astray.at > LISTED_MS) this.#astray = null
    const failing = this.#failing
    if (failing === null) return
    for (const [mail, at] of failing.refused) {
      if (now() - at > LISTED_MS) failing.refused.delete(mail)
    }
    if (failing.cause === 'rejected') {
      if (failing.refused.size === 0) this.#failing = null
      return
    }
    if (now() - failing.askedAt < ASK_EVERY_MS) return
    try {
      await verify()
      this.sent()
    } catch (error) {
      this.failed(error)
    }
  }

  findings(): Finding[] {
    const { server } = this.#options
    const failing = this.#failing !== null && isFailing(this.#failing) ? this.#failing : null
    const astray = this.#astray !== null && this.#astray.count >= IN_A_ROW ? this.#astray : null
    const { since, cause } = failing ?? { since: astray?.since, cause: 'rejected' }
    return since === undefined ? [] : [{ kind: 'mail_failing', since, until: null, cause, server }]
  }
}

const isFailing = ({ count, refused }: Failing) => count + refused.size >= IN_A_ROW

/** Codes of nodemailer and of the network, in the words of an alert's `cause`. */
const CAUSES: Readonly<Record<string, string>> = {
  EAUTH: 'password',
  ENOAUTH: 'password',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  EDNS: 'unknown_host',
  ETIMEDOUT: 'no_answer',
  ECONNECTION: 'no_answer',
  ECONNRESET: 'no_answer',
  EHOSTUNREACH: 'no_answer',
  ENETUNREACH: 'no_answer',
  ESOCKET: 'no_answer',
  // After the own limit; what the hub's end cuts off is not reported.
  EABORT: 'no_answer',
  ETLS: 'certificate',
  EENVELOPE: 'rejected',
  EMESSAGE: 'rejected',
}

/** Why a mail server did not take a mail, as a word. */
export function mailCause(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'other'
  const { code, originalCode } = error as Record<string, unknown>
  const codes = [originalCode, code].map(String)
  if (codes.some((one) => /CERT|SIGNATURE|ISSUER|TLS|SSL/.test(one))) return 'certificate'
  return codes.map((one) => CAUSES[one]).find((cause) => cause !== undefined) ?? 'other'
}
