import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Box, Button, NativeSelect } from '@mantine/core'
import type { RelayPin } from '@vehicle-control/protocol'
import { useCallback, useId, type MouseEvent } from 'react'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { StateMark } from '../components/StateMark.tsx'
import { useEachSecond } from '../components/use-each-second.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { Problem } from '../forms/Problem.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { durationOf, type Durations } from './durations.ts'
import { isOn } from './pin-state.ts'
import type { RelayLine } from './relay-line.ts'
import { useLeftCommand } from './use-left-command.ts'
import { countdownText, faultWords, millisecondsOf, secondsText, stateWord } from './relay-words.ts'
import classes from './relays.module.css'
import { useSwitches } from './use-switches.ts'

const OFFERED: readonly number[] = [3000, 5000, 10_000, 30_000]
const NONE = 'none'
const OTHER = 'other'

interface RelayRowProps {
  pin: RelayPin
  line: RelayLine
  agentName: string
  durations: Durations
  /** Nothing can be switched now; the panel says why. */
  isHindered: boolean
}

/** One relay: its state with the time that is left, and its switches. */
export function RelayRow({ pin, line, agentName, durations, isHindered }: RelayRowProps) {
  const state = useStore(line.state, (value) => value)
  const duration = useStore(durations, (all) => durationOf(all, pin))
  const setDuration = (ms: number | null) => durations.set({ ...durations.get(), [pin]: ms })
  const { activate, deactivate, isUndoable } = useSwitches({ pin, line, agentName, duration })
  useLeftCommand(line, agentName, pin)
  const titleId = useId()
  const isActive = useIsOn(line)
  const word = stateWord(state, isActive)
  const press = (run: (at: number) => void) => (event: MouseEvent) => {
    // A double click counts once.
    if (!isHindered && event.detail < 2) run(event.timeStamp)
  }
  const look = {
    'aria-disabled': isHindered || undefined,
    'data-disabled': isHindered || undefined,
  }
  return (
    <li className="stack card" data-gap="small" aria-labelledby={titleId}>
      <div className="row" data-gap="lines">
        <h4 id={titleId} className="heading">
          {RELAY_TEXTS.relay(pin)}
        </h4>
        <output>
          {state.pending || isActive ? (
            <StateMark tone={state.pending ? 'warn' : 'good'}>{word}</StateMark>
          ) : (
            <span className="muted">○ {word}</span>
          )}
        </output>
        {isActive && state.onUntil !== null && <Countdown until={state.onUntil} />}
      </div>
      <div className={classes.switches}>
        <DurationChoice pin={pin} value={duration} onChange={setDuration} />
        <Button
          {...look}
          variant={isActive ? 'default' : 'filled'}
          aria-label={RELAY_TEXTS.activateOf(pin)}
          aria-busy={state.pending?.state === 1}
          onClick={press(activate)}
        >
          {RELAY_TEXTS.activate}
        </Button>
        <Button
          {...look}
          // As wide as its longer word, so that nothing moves under a finger.
          miw="6.75rem"
          variant={isActive ? 'filled' : 'default'}
          aria-label={isUndoable ? RELAY_TEXTS.undoOf(pin) : RELAY_TEXTS.deactivateOf(pin)}
          aria-busy={state.pending?.state === 0}
          onClick={press(deactivate)}
        >
          {isUndoable ? RELAY_TEXTS.undo : RELAY_TEXTS.deactivate}
        </Button>
      </div>
      <Problem>{state.fault && faultWords(state.fault)}</Problem>
    </li>
  )
}

/** True while the relay is on, by the hub's clock and not by timers, which background tabs delay. */
function useIsOn(line: RelayLine): boolean {
  const { serverClock } = useApp()
  const { onUntil } = useStore(line.state, (value) => value)
  const look = useCallback(
    () => onUntil !== null && serverClock.now() < onUntil,
    [serverClock, onUntil],
  )
  const seen = useEachSecond(look)
  return seen && isOn(line.state.get(), serverClock.now())
}

function Countdown({ until }: { until: number }) {
  const { serverClock } = useApp()
  const left = useEachSecond(useCallback(() => until - serverClock.now(), [until, serverClock]))
  return (
    <Box component="span" role="timer" ml="auto" fw={650}>
      {RELAY_TEXTS.left(countdownText(Math.max(1, left)))}
    </Box>
  )
}

interface DurationChoiceProps {
  pin: RelayPin
  /** Milliseconds; null: none. */
  value: number | null
  onChange: (value: number | null) => void
}

/** For how long a relay is switched on: a few times, one of the person's own, or none. */
function DurationChoice({ pin, value, onChange }: DurationChoiceProps) {
  const dialogs = useDialogs()
  const offered = value === null || OFFERED.includes(value) ? OFFERED : [...OFFERED, value]
  const options = offered
    .toSorted((a, b) => a - b)
    .map((ms) => ({ value: String(ms), label: RELAY_TEXTS.seconds(secondsText(ms)) }))

  const askOther = async () => {
    const given = await dialogs.prompt({
      text: RELAY_TEXTS.askDuration,
      isRequired: true,
      requiredText: RELAY_TEXTS.badDuration,
      validate: (text) => (millisecondsOf(text) === null ? RELAY_TEXTS.badDuration : null),
    })
    if (given !== null) onChange(millisecondsOf(given))
  }
  const choose = (chosen: string) => {
    if (chosen === OTHER) void askOther()
    else onChange(chosen === NONE ? null : Number(chosen))
  }
  return (
    <NativeSelect
      aria-label={RELAY_TEXTS.durationOf(pin)}
      value={value === null ? NONE : String(value)}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        ...options,
        { value: NONE, label: RELAY_TEXTS.noDuration },
        { value: OTHER, label: RELAY_TEXTS.otherDuration },
      ]}
    />
  )
}
