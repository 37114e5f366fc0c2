import { useState } from 'react'
import type { SecondFactorOffer } from '@vehicle-control/protocol'
import { BeginForm } from './BeginForm.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'

interface EnrolFactorProps {
  /** The factor is on; its recovery codes are shown only this once. */
  onCodes: (codes: string[]) => void
  /** Left out where there is no way back. */
  onCancel?: () => void
}

/** Switches the second factor on: the password, then the app's first code. */
export function EnrolFactor({ onCodes, onCancel }: EnrolFactorProps) {
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null)
  return offer ? (
    <ConfirmForm offer={offer} onCodes={onCodes} onBack={() => setOffer(null)} />
  ) : (
    <BeginForm onOffer={setOffer} onCancel={onCancel} />
  )
}
