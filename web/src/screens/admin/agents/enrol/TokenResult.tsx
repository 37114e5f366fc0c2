import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useApp } from '../../../../app-parts.ts'
import { useEachSecond } from '../../../../components/use-each-second.ts'
import { Notice } from '../../../../forms/Notice.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { formatAge } from '../../../../site-time/site-time.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { deviceEnv } from '../connect/device-env.ts'
import { DeviceConfig } from '../connect/DeviceConfig.tsx'
import { enrolCurl } from './enrol-curl.ts'
import type { Enrolment } from './EnrolForm.tsx'

const LABELS = DEVICE_TEXTS.enrol

interface TokenResultProps {
  enrolment: Enrolment
  /** An agent with this code exists already. */
  replaces: boolean
  /** Takes the result away; the form still holds what was typed. */
  onAgain: () => void
}

/** A token with everything to set a device up, until it expires. */
export function TokenResult({ enrolment, replaces, onAgain }: TokenResultProps) {
  const { serverClock } = useApp()
  const { device, minted } = enrolment
  const end = Date.parse(minted.expiresAt)
  // By the hub's clock, by which the token expires.
  const left = useEachSecond(
    useCallback(() => Math.max(0, Math.ceil((end - serverClock.now()) / 1000)), [end, serverClock]),
  )
  const hubUrl = window.location.origin
  const { token } = minted
  if (left === 0) {
    return (
      <div className="stack" data-align="start">
        <Notice>{LABELS.expired}</Notice>
        <Button variant="default" onClick={onAgain}>
          {LABELS.again}
        </Button>
      </div>
    )
  }
  return (
    <div className="stack" data-align="start">
      <div>
        <h3 className="heading anywhere">{LABELS.ready(device.code)}</h3>
        <p>
          <span role="timer">{LABELS.left(formatAge(left * 1000))}</span>. {LABELS.once}
        </p>
      </div>
      {replaces && <Notice>{LABELS.replaces(device.code)}</Notice>}
      <DeviceConfig
        code={device.code}
        env={deviceEnv(hubUrl, device, { kind: 'token', ...minted })}
      />
      <div className="wrap" data-align="start">
        <CopyButton what={LABELS.token} text={token} label={LABELS.copyToken} />
        <CopyButton
          what={LABELS.curl}
          text={enrolCurl(hubUrl, { token, ...device })}
          label={LABELS.copyCurl}
        />
        <Button variant="default" onClick={onAgain}>
          {LABELS.again}
        </Button>
      </div>
    </div>
  )
}
