import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from './connect.module.css'
import { MASK } from './mask.ts'

const LABELS = DEVICE_TEXTS.config

/** A key out of sight until somebody asks for it. */
export function ApiKey({ apiKey, onTaken }: { apiKey: string; onTaken: () => void }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={classes.key}>
      <h3>{LABELS.apiKey}</h3>
      <p className={classes.code}>{isShown ? apiKey : <Masked />}</p>
      <div className={classes.buttons}>
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
