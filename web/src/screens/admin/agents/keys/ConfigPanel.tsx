import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSiteTimeZone } from '../../../../api/settings/public-config.ts'
import { useApp } from '../../../../app-parts.ts'
import { Notice } from '../../../../forms/Notice.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { createSiteTime } from '../../../../site-time/site-time.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from '../agents.module.css'
import { deviceEnv, type DeviceIdentity, type DeviceSecret } from '../connect/device-env.ts'
import { DeviceConfig } from '../connect/DeviceConfig.tsx'
import { MASK } from '../connect/mask.ts'

const LABELS = DEVICE_TEXTS.config

/** What a device needs, and what became of its previous key. */
export interface ShownConfig {
  readonly device: DeviceIdentity
  readonly secret: DeviceSecret
  readonly keyBefore: 'none' | 'kept' | 'revoked'
}

/** The configuration of a device, with notes about its secret. */
export function ConfigPanel({ config, onTaken }: { config: ShownConfig; onTaken: () => void }) {
  const { device, secret, keyBefore } = config
  return (
    <div className="stack">
      {secret.kind === 'key' ? (
        <>
          <Notice>{LABELS.keyOnce}</Notice>
          {keyBefore !== 'none' && (
            <Hint>{keyBefore === 'revoked' ? LABELS.revoked : LABELS.kept}</Hint>
          )}
          <ApiKey apiKey={secret.apiKey} onTaken={onTaken} />
        </>
      ) : (
        <TokenNotice expiresAt={secret.expiresAt} />
      )}
      <DeviceConfig
        code={device.code}
        {...(secret.kind === 'key' && { masked: secret.apiKey })}
        env={deviceEnv(window.location.origin, device, secret)}
        onTaken={onTaken}
      />
    </div>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="hint">{children}</p>
}

function TokenNotice({ expiresAt }: { expiresAt: string }) {
  const timeZone = useSiteTimeZone(useApp())
  if (timeZone === undefined) return null
  const until = createSiteTime(timeZone).full(Date.parse(expiresAt))
  return <Notice>{LABELS.newToken(until)}</Notice>
}

/** A key that is masked until somebody asks for it. */
function ApiKey({ apiKey, onTaken }: { apiKey: string; onTaken: () => void }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={`${classes.config} stack`} data-gap="small">
      <h3>{LABELS.apiKey}</h3>
      <p className="code">{isShown ? apiKey : <Masked />}</p>
      <div className="wrap" data-align="start">
        <Button variant="default" onClick={() => setShown(!isShown)}>
          {isShown ? LABELS.hide : LABELS.show}
        </Button>
        <CopyButton what={LABELS.apiKey} text={apiKey} onCopied={onTaken} />
      </div>
    </div>
  )
}

function Masked() {
  return (
    <>
      <span aria-hidden>{MASK}</span>
      <span className="visually-hidden">{LABELS.hiddenKey}</span>
    </>
  )
}
