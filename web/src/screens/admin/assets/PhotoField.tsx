import { Box, Button, FileButton } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { Photo } from '../../../components/Photo.tsx'
import { PHOTO_TEXTS as TEXTS } from '../../../texts/admin/admin-photo.ts'
import classes from './assets.module.css'
import { usePhotoUpload } from './use-photo-upload.ts'

/** With these types instead of image/*, a phone that takes HEIC photos converts them to JPEG. */
const PICKED_TYPES = 'image/jpeg,image/png,image/webp'

export interface PhotoFieldProps {
  /** Url of the photo on the hub. */
  value: string | null
  /** Called with each photo that is uploaded, and with null where it is removed. */
  onChange: (url: string | null) => void
  /** Called when an upload begins and ends: a save meanwhile is without the photo. */
  onBusy?: (isBusy: boolean) => void
}

/**
 * Picks a photo and uploads it at once; it belongs to a row only when that is saved. Give it a
 * `key` for each row.
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
    // Emptied, since picking the same file again is otherwise no change.
    reset.current?.()
    if (!file) return
    setOutcome(null)
    void pick(file)
  }

  return (
    <fieldset className={classes.photo}>
      <Box component="legend" className="strong" p={0} mb="0.25rem" fz="sm">
        {TEXTS.label}
      </Box>
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
