/** A reset token and the account that it is for. */
export interface ResetMessage {
  email: string
  token: string
  expiresAt: number
}

/** Delivers a reset token to its account's holder. */
export type DeliverReset = (message: ResetMessage) => void | Promise<void>

/** Prints tokens on the hub's console, one plain line each, beside the log and never in it. */
export function consoleDelivery(
  out: { write(text: string): unknown } = process.stdout,
): DeliverReset {
  return ({ email, token, expiresAt }) => {
    const until = new Date(expiresAt).toISOString()
    out.write(`Token para restablecer la contraseña de ${email}, válido hasta ${until}: ${token}\n`)
  }
}

/** Delivers a token by each way in turn. */
export function everyDelivery(...ways: readonly DeliverReset[]): DeliverReset {
  return async (message) => {
    for (const deliver of ways) await deliver(message)
  }
}
