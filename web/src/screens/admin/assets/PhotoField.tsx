import { Button, FileButton } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { Photo } from '../../../components/Photo.tsx'
import { PHOTO_TEXTS as TEXTS } from '../../../texts/admin/admin-photo.ts'
import classes from './assets.module.css'
import { usePhotoUpload } from './use-photo-upload.ts'

/** These names, and not image/*, make a phone that takes HEIC hand over a JPEG. */
const PICKED_TYPES = 'image/jpeg,image/png,image/webp'

export interface PhotoFieldProps {
  /** Url of the photo on the hub. */
  value: string | null
  /** Called with each photo that is uploaded, and null where it is taken away. */
  onChange: (url: string | null) => void
  /** Called while a photo is under way: what is saved then is without it. */
  onBusy?: (isBusy: boolean) => void
}

/**
 * Picks a photo and uploads it at once; it belongs to a row only when that is saved. A field for
 * another row is another field: give it a key.
 */
export function PhotoField({ value, onChange, onBusy }: PhotoFieldProps) {
  const id = useId()
  const reset = useRef<() => void>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const { step, problem, isBusy, pick, cancel } = usePhotoUpload({
    onBusy,
    onUploaded(url) {
      setOutcome(TEXTS.ready)
      onChange(url)
    },
  })
  const remove = () => {
    cancel()
    setOutcome(value === null ? null : TEXTS.removed)
    onChange(null)
  }
  const take = (file: File | null) => {
    // The same file again is a change only for an empty field.
    reset.current?.()
    if (!file) return
    setOutcome(null)
    void pick(file)
  }

  return (
    <fieldset className={classes.photo}>
      <legend className={classes.photoLabel}>{TEXTS.label}</legend>
      <Photo url={value} label={TEXTS.preview} width={96} height={72} />
      <div className="wrap">
        <FileButton accept={PICKED_TYPES} onChange={take} resetRef={reset}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              aria-describedby={`${id}-${problem === null ? 'hint' : 'problem'}`}
            >
              {value === null ? TEXTS.pick : TEXTS.change}
            </Button>
          )}
        </FileButton>
        {(value !== null || isBusy) && (
          <Button variant="default" size="sm" onClick={remove}>
            {TEXTS.remove}
          </Button>
        )}
      </div>
      {problem === null ? (
        <output className="muted" id={`${id}-hint`}>
          {(step && TEXTS[step]) ?? outcome ?? TEXTS.hint}
        </output>
      ) : (
        <p role="alert" className="bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
