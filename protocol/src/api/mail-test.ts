import { z } from 'zod'

/** POST /api/config/mail-test: what the mail server said to a mail to the caller's own address. */
export const MailTest = z.object({
  to: z.string(),
  server: z.string(),
  sent: z.boolean(),
  /** A word for why not, as `cause` of a hub alert `mail_failing`; null where it was sent. */
  cause: z.string().nullable(),
  /** The server's own answer, in its words, without credentials. */
  answer: z.string(),
})
export type MailTest = z.infer<typeof MailTest>
