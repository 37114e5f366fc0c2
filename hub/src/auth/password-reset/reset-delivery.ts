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

/** The console's, or `mail` where there is a mailer; both where the settings say so. */
export function resetDelivery(
  mail: DeliverReset | null,
  { resetConsole }: { resetConsole: boolean },
  toConsole = consoleDelivery(),
): DeliverReset {
  if (mail === null) return toConsole
  if (!resetConsole) return mail
  return async (message) => {
    await toConsole(message)
    await mail(message)
  }
}
