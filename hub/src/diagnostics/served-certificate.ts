import { X509Certificate } from 'node:crypto'
import type { SiteState, StateLevel } from '@vehicle-control/protocol'

const DAY_MS = 86_400_000
/** Whoever renews by hand, and needs others for it, has three weeks. */
const WARN_DAYS = 21
const BAD_DAYS = 7

/** How the certificate stands that the hub serves: the first of its file, read when the hub started. */
export class ServedCertificate {
  readonly #endsAt: number
  readonly #names: string[]

  constructor(pem: Buffer) {
    const certificate = new X509Certificate(pem)
    this.#endsAt = Date.parse(certificate.validTo)
    this.#names = namesOf(certificate)
  }

  state(now: number): NonNullable<SiteState['certificate']> {
    const ends_at = new Date(this.#endsAt).toISOString()
    return { level: this.#level(this.#endsAt - now), ends_at, names: this.#names }
  }

  #level(leftMs: number): StateLevel {
    if (leftMs < BAD_DAYS * DAY_MS) return 'bad'
    return leftMs < WARN_DAYS * DAY_MS ? 'warn' : 'ok'
  }
}

/** The names that browsers compare; an old certificate has only that of its subject. */
function namesOf({ subjectAltName, subject }: X509Certificate): string[] {
  const alternatives = subjectAltName?.split(', ') ?? []
  const names = alternatives.map((name) => name.slice(name.indexOf(':') + 1))
  return names.length > 0 ? names : [/^CN=(.*)$/m.exec(subject)?.[1] ?? subject]
}
