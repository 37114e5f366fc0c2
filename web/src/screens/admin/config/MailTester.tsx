import { Button } from '@mantine/core'
import type { MailTest } from '@vehicle-control/protocol'
import { useState } from 'react'
import { wordsOf } from '../../../api/http/api-error.ts'
import { testMail } from '../../../api/settings/site-config.ts'
import { useApp } from '../../../app-parts.ts'
import { Notice } from '../../../forms/Notice.tsx'
import { Problem } from '../../../forms/Problem.tsx'
import { useSubmission } from '../../../forms/use-submission.ts'
import { CONFIG_TEXTS } from '../../../texts/admin/admin-config.ts'
import { HUB_ALERT_TEXTS } from '../../../texts/hub-alerts.ts'

const TEXTS = CONFIG_TEXTS.mail

/** «Probar correo»: sends a mail to whoever asks, and says what the mail server said. */
export function MailTester({ server }: { server: string | null }) {
  const { api } = useApp()
  const { isBusy, problem, submit } = useSubmission()
  const [outcome, setOutcome] = useState<MailTest | null>(null)
  if (server === null) return <p>{TEXTS.off}</p>
  const test = () => {
    setOutcome(null)
    void submit(async () => setOutcome(await testMail(api)))
  }
  return (
    <>
      <p className="anywhere">{TEXTS.intro(server)}</p>
      <p className="hint">{TEXTS.hint}</p>
      <div>
        <Button variant="default" aria-disabled={isBusy} onClick={test}>
          {isBusy ? TEXTS.testing : TEXTS.test}
        </Button>
      </div>
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.failed)}</Problem>
      {outcome?.sent === true && (
        <Notice isGood>{`${TEXTS.sent(outcome.to, outcome.server)} ${answerOf(outcome)}`}</Notice>
      )}
      {outcome?.sent === false && <Problem>{refusal(outcome)}</Problem>}
    </>
  )
}

function refusal(outcome: MailTest): string {
  const { mail } = HUB_ALERT_TEXTS
  const { why, todo } = mail.causes[outcome.cause ?? ''] ?? mail.other
  return `${TEXTS.notSent(outcome.server, why)} ${todo} ${answerOf(outcome)}`.trim()
}

const answerOf = ({ answer }: MailTest) => (answer === '' ? '' : TEXTS.answer(answer))
