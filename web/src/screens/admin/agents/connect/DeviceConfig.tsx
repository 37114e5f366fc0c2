import { Box, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { isCleartext } from '@vehicle-control/protocol/plain-http'
import { useEffect, useState } from 'react'
import { useApp } from '../../../../app-parts.ts'
import { saveFile } from '../../../../export/save-file.ts'
import { Notice } from '../../../../forms/Notice.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { QrCode } from '../../../../secrets/QrCode.tsx'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from '../agents.module.css'
import { envFileName } from './device-env.ts'
import { MASK } from './mask.ts'
import { OwnAddressNotice } from './OwnAddressNotice.tsx'

/** How long a secret stays on a screen that others may see. */
const SHOWN_MS = 60_000

const LABELS = DEVICE_TEXTS.config

interface DeviceConfigProps {
  code: string
  /** From `deviceEnv`. */
  env: string
  /** A part of it that is masked on the screen. */
  masked?: string
  /** Called once the content was copied or downloaded: the dialog can be closed. */
  onTaken?: () => void
}

/** The configuration of a device as QR code and file; it is hidden after a minute. */
export function DeviceConfig({ code, env, masked, onTaken }: DeviceConfigProps) {
  const [isShown, showAgain] = useHiding()
  const download = () => {
    saveFile(new Blob([env], { type: 'text/plain;charset=utf-8' }), envFileName(code))
    onTaken?.()
  }
  return (
    <div className={`${classes.config} stack`}>
      <OwnAddressNotice />
      {isCleartext(new URL(window.location.origin)) && <Notice>{LABELS.cleartext}</Notice>}
      {isShown ? (
        <div className="wrap" data-gap="large">
          <QrCode text={env} label={LABELS.qr(code)} />
          <Box className="stack" data-gap="small" flex="1 1 15rem">
            <h3>{LABELS.env}</h3>
            <pre className="code">{masked ? env.replace(masked, MASK) : env}</pre>
            <p className="note">{LABELS.qrHint}</p>
          </Box>
        </div>
      ) : (
        <div className={classes.hidden}>
          <p>{LABELS.hidden}</p>
          <Button variant="default" onClick={showAgain}>
            {LABELS.showAgain}
          </Button>
        </div>
      )}
      <div className="wrap" data-align="start">
        <CopyButton
          label={LABELS.copyEnv}
          what=".env"
          text={env}
          {...(onTaken && { onCopied: onTaken })}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={download}
        >
          {LABELS.download}
        </Button>
      </div>
      <p className="note">
        {LABELS.start} <code>{`node --env-file=${envFileName(code)} edge/dist/main.js`}</code>
      </p>
    </div>
  )
}

/** Shows a secret for a minute, and for another one on request. */
function useHiding(): [isShown: boolean, showAgain: () => void] {
  const { clock } = useApp()
  const [isShown, setShown] = useState(true)
  useEffect(
    () => (isShown ? clock.after(SHOWN_MS, () => setShown(false)) : undefined),
    [clock, isShown],
  )
  return [isShown, () => setShown(true)]
}
