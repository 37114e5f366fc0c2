import { MailTest } from '@vehicle-control/protocol'
import { appendAudit } from '../../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'

/** Of the mails that one account has sent to itself. */
export const MAIL_TESTS_OF_AN_ACCOUNT = { uses: 3, seconds: 3600 }

export const mailTestCalls = [
  declareCall({
    id: 'testMail',
    method: 'POST',
    path: '/api/config/mail-test',
    who: SUPERADMINS,
    summary: 'Send a mail to the caller’s own address at once; answers what the mail server said',
    answer: MailTest,
    errors: ['mail_unconfigured', 'rate_limited'],
    async handle(request, { db, now, mailTester, mailTestRateLimit }) {
      const test = mailTester()
      if (test === null) {
        const message = 'El hub no tiene servidor de correo; pon HUB_SMTP_URL y reinícialo'
        throw apiError('mail_unconfigured', message)
      }
      const { userId, email: target } = request.session
      const waitS = await mailTestRateLimit.waitS(userId)
      if (waitS > 0) throw tooManyTests(waitS)
      const entry = auditEntry(request, { at: now(), action: 'settings.mail_test', target })
      await withLockOfAllHubs(db, (trx) => appendAudit(trx, entry))
      return await test(target)
    },
  }),
]

function tooManyTests(retryAfterS: number): Error {
  const minutes = Math.ceil(retryAfterS / 60)
  const message = `Ya probaste el correo ${MAIL_TESTS_OF_AN_ACCOUNT.uses} veces en una hora; intenta de nuevo en ${minutes} min`
  return apiError('rate_limited', message, { retryAfterS })
}
