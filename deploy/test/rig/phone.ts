import { type TOTP, URI } from 'otpauth'
import { until } from './site.ts'

const PERIOD_MS = 30_000

/** An authenticator app into which a secret was scanned. For tests. */
export class Phone {
  readonly #app: TOTP
  #shown = 0

  /** `uri` is what the QR code says. */
  constructor(uri: string) {
    const app = URI.parse(uri)
    if (!('period' in app)) throw new Error(`no TOTP: ${uri}`)
    this.#app = app
  }

  /** A code that the hub takes now and has not seen: that of a later step where this one was shown. */
  async code(): Promise<string> {
    const step = () => Math.floor(Date.now() / PERIOD_MS)
    const next = Math.max(this.#shown + 1, step())
    // The hub takes those of one step ahead.
    await until('a code that is not used up', () => next <= step() + 1, 2 * PERIOD_MS)
    this.#shown = next
    return this.shownCode()
  }

  /** The code that was shown last. */
  shownCode(): string {
    return this.#app.generate({ timestamp: this.#shown * PERIOD_MS })
  }

  /** Six digits that are no code now. */
  wrongCode(): string {
    const near = [-1, 0, 1, 2].map((ahead) =>
      this.#app.generate({ timestamp: Date.now() + ahead * PERIOD_MS }),
    )
    return (
      ['000000', '111111', '222222', '333333', '444444'].find((one) => !near.includes(one)) ?? ''
    )
  }
}
