import { randomBytes } from 'node:crypto'

/** Bytes of a secret by which a piece of it is known: a cut one is a secret too. */
const PIECE = 16

/** Secrets by name, and the search for them in what a program said. */
export class Plants {
  readonly #secrets = new Map<string, string>()

  /** Makes a secret of 32 letters and digits, which fits wherever one is asked for. */
  plant(name: string): string {
    const secret = `Pz${randomBytes(15).toString('hex')}`
    this.know(name, secret)
    return secret
  }

  /** Looks for this one too, such as a token that the hub made. */
  know(name: string, secret: string): void {
    if (secret.length < 6) throw new RangeError(`${name} is too short to be looked for`)
    this.#secrets.set(name, secret)
  }

  get size(): number {
    return this.#secrets.size
  }

  /** The names of those that stand in it, as they are, escaped, in base64 or in hex. */
  foundIn(said: string): string[] {
    return [...this.#secrets].flatMap(([name, secret]) => {
      // Six digits stand by chance in every longer number.
      const isCode = /^\d+$/.test(secret)
      const form = isCode ? secret : formsOf(secret).find((one) => said.includes(one))
      if (form === undefined) return []
      const at = isCode ? said.search(new RegExp(`(?<!\\d)${secret}(?!\\d)`)) : said.indexOf(form)
      if (at === -1) return []
      return [`${name}: …${said.slice(Math.max(0, at - 120), at + form.length + 40)}…`]
    })
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // In base64 it looks otherwise by where in three bytes it begins; the ends mix with what is beside.
  const packed = ['', 'x', 'xx'].map((before) => {
    const text = Buffer.from(before + secret).toString('base64')
    return text.slice(before === '' ? 0 : 4, -4)
  })
  const pieces = secret.length > PIECE ? [secret.slice(0, PIECE), secret.slice(-PIECE)] : [secret]
  const long = packed.filter((text) => text.length >= 12)
  const decimal = bytes.subarray(0, PIECE).join(',')
  return [...pieces, ...long, bytes.toString('hex'), decimal]
}
