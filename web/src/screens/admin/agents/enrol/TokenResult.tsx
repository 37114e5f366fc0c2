import { Anchor, Button } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useApp } from '../../../../app-parts.ts'
import { StateMark } from '../../../../components/StateMark.tsx'
import { useEachSecond } from '../../../../components/use-each-second.ts'
import { Notice } from '../../../../forms/Notice.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { formatAge } from '../../../../site-time/site-time.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { deviceEnv } from '../connect/device-env.ts'
import { DeviceConfig } from '../connect/DeviceConfig.tsx'
import { enrolCurl } from './enrol-curl.ts'
import type { Enrolment } from './EnrolForm.tsx'
import { useEnrolled } from './use-enrolled.ts'

const LABELS = DEVICE_TEXTS.enrol
const DAY_S = 86_400

interface TokenResultProps {
  enrolment: Enrolment
  /** An agent with this code exists already. */
  replaces: boolean
  /** Takes the result away; the form still holds what was typed. */
  onAgain: () => void
}

/** A token with everything to set a device up, until the device is there or the token expires. */
export function TokenResult({ enrolment, replaces, onAgain }: TokenResultProps) {
  const { serverClock } = useApp()
  const { device, minted, approval } = enrolment
  const end = Date.parse(minted.expiresAt)
  // By the hub's clock, by which the token expires.
  const left = useEachSecond(
    useCallback(() => Math.max(0, Math.ceil((end - serverClock.now()) / 1000)), [end, serverClock]),
  )
  const enrolled = useEnrolled(device.code)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const ready = heading.current
    if (!ready) return
    ready.focus({ preventScroll: true })
    // In a lower place most of what it heads would be out of sight.
    const { top } = ready.getBoundingClientRect()
    if (top > window.innerHeight / 2) ready.scrollIntoView({ block: 'start' })
  }, [])
  const hubUrl = window.location.origin
  const { token } = minted
  const connected = enrolled && (
    <output>
      <StateMark tone="good">{LABELS.connected(enrolled.name)}</StateMark>
    </output>
  )
  // One that was there before may have come back with its earlier key, and needs the token still.
  if (enrolled && !replaces) {
    const of = new URLSearchParams({ agent: enrolled.code })
    return (
      <div className="stack" data-align="start">
        {connected}
        <p>
          {LABELS.next}{' '}
          <Anchor component={Link} to={`/live-rfid?${of}`} underline="always">
            {LABELS.seeReads}
          </Anchor>
        </p>
        <Button variant="default" onClick={onAgain}>
          {LABELS.another}
        </Button>
      </div>
    )
  }
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
        <h3 ref={heading} tabIndex={-1} className="heading anywhere">
          {LABELS.ready(device.code)}
        </h3>
        <p>
          <span role="timer">
            {left > 2 * DAY_S
              ? LABELS.leftDays(Math.round(left / DAY_S))
              : LABELS.left(formatAge(left * 1000))}
          </span>
          . {LABELS.once}
        </p>
      </div>
      {connected}
      {approval && <Notice>{LABELS.awaits}</Notice>}
      {replaces && <Notice>{(approval ? LABELS.mayReplace : LABELS.replaces)(device.code)}</Notice>}
      <DeviceConfig
        code={device.code}
        env={deviceEnv(hubUrl, device, { kind: 'token', ...minted })}
      />
      <div className="wrap" data-align="start">
        <CopyButton what={LABELS.token} text={token} label={LABELS.copyToken} />
        {!approval && (
          <CopyButton
            what={LABELS.curl}
            text={enrolCurl(hubUrl, { token, ...device })}
            label={LABELS.copyCurl}
          />
        )}
        <Button variant="default" onClick={onAgain}>
          {LABELS.again}
        </Button>
      </div>
    </div>
  )
}
