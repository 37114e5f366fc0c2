import '@mantine/core/styles/Input.css'
import { Box, Button, TextInput } from '@mantine/core'
import { Suspense, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import type { Place } from '../../../../map/coordinates.ts'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import classes from '../agents.module.css'
import { placeFaults, readPlace, writeDegrees } from '../edit/coordinates-input.ts'

const LABELS = DEVICE_TEXTS.locate
const FIELDS = DEVICE_TEXTS.fields

const PlacePicker = lazyPart(
  async () => (await import('../../../../map/pick/PlacePicker.tsx')).PlacePicker,
)

interface LocateFormProps {
  /** The place that it begins with; null: none. */
  from: Place | null
  /** Where the other agents are. */
  others: readonly Place[]
  isBusy: boolean
  saveLabel: string
  onSave: (place: Place) => void
  /** Left out where there is no place to remove. */
  onRemove?: (() => void) | undefined
  onCancel: () => void
  /** Shown above the buttons: what went wrong. */
  children?: ReactNode
}

/** A place by map or by its coordinates; both show the same one. */
export function LocateForm(props: LocateFormProps) {
  const { from, others, isBusy, saveLabel, onSave, onRemove, onCancel, children } = props
  const [typed, setTyped] = useState({
    lat: writeDegrees(from?.lat ?? null),
    lng: writeDegrees(from?.lng ?? null),
  })
  const [isTried, setTried] = useState(false)
  const centre = useRef<(() => Place) | null>(null)
  const latField = useRef<HTMLInputElement>(null)
  const lngField = useRef<HTMLInputElement>(null)
  const faults = placeFaults(typed)
  const place = readPlace(typed)
  const isEmpty = typed.lat.trim() === '' && typed.lng.trim() === ''
  const pick = ({ lat, lng }: Place) => setTyped({ lat: writeDegrees(lat), lng: writeDegrees(lng) })
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (place) return onSave(place)
    const first = faults.lat !== null || isEmpty ? latField : lngField
    first.current?.focus()
  }
  const latError = isTried && isEmpty ? LABELS.none : isTried && faults.lat
  return (
    <form className="stack" noValidate onSubmit={send}>
      <p className="hint">{LABELS.hint}</p>
      <Box className="box" h="min(24rem, 45dvh)" mih="12rem" style={{ overflow: 'hidden' }}>
        <Suspense fallback={<output>{LABELS.loading}</output>}>
          <PlacePicker
            label={LABELS.map}
            pinLabel={LABELS.pin}
            place={place}
            others={others}
            onPick={pick}
            onReady={(ask) => {
              centre.current = ask
            }}
          />
        </Suspense>
      </Box>
      <div className={classes.pair}>
        <TextInput
          ref={latField}
          label={FIELDS.lat}
          value={typed.lat}
          error={latError}
          readOnly={isBusy}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, lat: value })}
        />
        <TextInput
          ref={lngField}
          label={FIELDS.lng}
          value={typed.lng}
          error={isTried && faults.lng}
          readOnly={isBusy}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, lng: value })}
        />
      </div>
      {children}
      <div className="wrap">
        <Button
          variant="default"
          onClick={() => {
            const middle = centre.current?.()
            if (middle && !isBusy) pick(middle)
          }}
        >
          {LABELS.centre}
        </Button>
        {onRemove && (
          <Button variant="default" aria-disabled={isBusy} onClick={onRemove}>
            {LABELS.remove}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {DEVICE_TEXTS.cancel}
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}
