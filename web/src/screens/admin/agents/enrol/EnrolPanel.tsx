import { useState } from 'react'
import { EnrolForm, type Enrolment } from './EnrolForm.tsx'
import classes from './enrol.module.css'
import { TokenResult } from './TokenResult.tsx'

/** Quick enrolment: a token, and how it gets to the device. */
export function EnrolPanel({ codes }: { codes: ReadonlySet<string> }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  // As it was when the token was made: the device itself makes the agent.
  const [replaces, setReplaces] = useState(false)
  const take = (made: Enrolment) => {
    setReplaces(codes.has(made.device.code.toLowerCase()))
    setEnrolment(made)
  }
  return (
    <div className={classes.panel}>
      <EnrolForm onMinted={take} />
      {enrolment && (
        <TokenResult
          key={enrolment.minted.token}
          enrolment={enrolment}
          replaces={replaces}
          onAgain={() => setEnrolment(null)}
        />
      )}
    </div>
  )
}
