import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server got it, decoded. */
export interface ReceivedMail {
  from: string
  to: string[]
  headers: string
  subject: string
  text: string
}

export type TestSmtp = Awaited<ReturnType<typeof openTestSmtp>>

/** A mail server on a free port of 127.0.0.1. For tests. */
export async function openTestSmtp(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  let wake = () => {}
  let taken = 0
  let refusal: Error | null = null
  const server = new SMTPServer({
    // It would warn of its test certificate, which nobody uses here.
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      text(stream).then((raw) => {
        if (refusal) return done(refusal)
        received.push({ from, to, ...decode(raw) })
        wake()
        done()
      }, done)
    },
    ...options,
  })
  // Of clients that break off a handshake.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}?from=hub@site.co`,
    /** Answers 554 with this text from now on; null: takes mail again. */
    refuse(words: string | null): void {
      refusal = words === null ? null : Object.assign(new Error(words), { responseCode: 554 })
    },
    /** The first mail that was not returned before. */
    async next(): Promise<ReceivedMail> {
      for (;;) {
        const mail = received[taken]
        if (mail) {
          taken++
          return mail
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function decode(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]/g, ' ')
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n')
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]
  const words = /^subject: (.*)$/im.exec(headers)?.[1] ?? ''
  const subject = words
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : quoted(word.replaceAll('_', ' ')),
    )
  if (encoding === 'base64')
    return { headers, subject, text: Buffer.from(body, 'base64').toString() }
  return { headers, subject, text: encoding === 'quoted-printable' ? quoted(body) : body }
}

function quoted(words: string): string {
  const bytes = words
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
