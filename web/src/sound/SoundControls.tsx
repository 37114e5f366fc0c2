import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/FloatingIndicator.css'
import { Box, Button, SegmentedControl, Switch } from '@mantine/core'
import { useId } from 'react'
import { useStore } from '../browser/external-store.ts'
import { SOUND_TEXTS } from '../texts/sound.ts'
import { SOUND_TONES, SOUND_WAVES, VOLUME_STEP } from './sound-preferences.ts'
import { useSound } from './use-sound.ts'
import { ALERT_VOLUME } from './alert-sound.ts'
import classes from './sound.module.css'

/** All settings of the sound, which are kept in this browser. */
export function SoundControls() {
  const sound = useSound()
  const choice = useStore(sound.preferences, (now) => now)
  const isElsewhere = useStore(sound.phase, (phase) => phase === 'silent-tab')
  const { change } = sound.preferences
  return (
    <fieldset aria-label={SOUND_TEXTS.label} className={classes.controls}>
      <div className={classes.onOff}>
        <Switch
          label={SOUND_TEXTS.on}
          checked={choice.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
      </div>
      <Volume volume={choice.volume} onChange={(volume) => change({ volume })} />
      <Choice
        name={SOUND_TEXTS.wave}
        values={SOUND_WAVES}
        labels={SOUND_TEXTS.waves}
        value={choice.wave}
        onChange={(wave) => change({ wave })}
      />
      <Choice
        name={SOUND_TEXTS.tone}
        values={SOUND_TONES}
        labels={SOUND_TEXTS.tones}
        value={choice.tone}
        onChange={(tone) => change({ tone })}
      />
      <Button variant="default" disabled={!choice.isOn} onClick={sound.test}>
        {SOUND_TEXTS.test}
      </Button>
      <Box component="output" className="hint" style={{ alignSelf: 'center' }}>
        {isElsewhere && SOUND_TEXTS.elsewhere}
      </Box>
    </fieldset>
  )
}

function Volume({ volume, onChange }: { volume: number; onChange: (volume: number) => void }) {
  const id = useId()
  const percent = SOUND_TEXTS.percent(volume)
  return (
    <div className={classes.field}>
      <label htmlFor={id} className="muted">
        {SOUND_TEXTS.volume}
      </label>
      <div className={classes.volume}>
        <input
          id={id}
          type="range"
          min={ALERT_VOLUME.min}
          max={ALERT_VOLUME.max}
          step={VOLUME_STEP}
          value={volume}
          aria-valuetext={percent}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
        <Box component="span" aria-hidden ta="right">
          {percent}
        </Box>
      </div>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  name: string
  values: readonly T[]
  labels: Readonly<Record<T, string>>
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string>({ name, values, labels, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset aria-label={name} className={classes.field}>
      <span aria-hidden className="muted">
        {name}
      </span>
      <SegmentedControl
        className={classes.choice}
        data={values.map((one) => ({ value: one, label: labels[one] }))}
        value={value}
        transitionDuration={0}
        onChange={(chosen) => {
          const found = values.find((one) => one === chosen)
          if (found !== undefined) onChange(found)
        }}
      />
    </fieldset>
  )
}
