import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Box, Button, NativeSelect } from '@mantine/core'
import { useCallback, useId, type MouseEvent } from 'react'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { StateMark } from '../components/StateMark.tsx'
import { reasonWithTodo } from '@vehicle-control/protocol/reasons/reason-of'
import { useEachSecond } from '../components/use-each-second.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { Problem } from '../forms/Problem.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { durationOf, type Durations } from './durations.ts'
import { isOn } from './pin-state.ts'
import { type RelayKey, relayName } from './relay-key.ts'
import type { RelayLine } from './relay-line.ts'
import { useLeftCommand } from './use-left-command.ts'
import { countdownText, faultWords, millisecondsOf, secondsText, stateWord } from './relay-words.ts'
import classes from './relays.module.css'
import { useSwitches } from './use-switches.ts'

const OFFERED: readonly number[] = [3000, 5000, 10_000, 30_000]
const NONE = 'none'
const OTHER = 'other'

interface RelayRowProps {
  relay: RelayKey
  line: RelayLine
  /** Why nobody knows whether it is on. */
  unknown?: string | undefined
  agentName: string
  durations: Durations
  /** Nothing can be switched now; the panel says why. */
  isHindered: boolean
}

/** One relay: its state with the time that is left, and its switches. */
export function RelayRow({
  relay,
  line,
  unknown,
  agentName,
  durations,
  isHindered,
}: RelayRowProps) {
  const state = useStore(line.state, (value) => value)
  const duration = useStore(durations, (all) => durationOf(all, relay))
  const setDuration = (ms: number | null) => durations.set({ ...durations.get(), [relay]: ms })
  const { activate, deactivate, isUndoable } = useSwitches({ relay, line, agentName, duration })
  useLeftCommand(line, agentName, relay)
  const titleId = useId()
  const isActive = useIsOn(line)
  const name = relayName(relay)
  const isUnknown = unknown !== undefined && !state.pending
  const word = isUnknown ? RELAY_TEXTS.unknown : stateWord(state, isActive)
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
          {typeof relay === 'number' ? RELAY_TEXTS.relay(name) : relay}
        </h4>
        <output>
          {state.pending || isUnknown || isActive ? (
            <StateMark tone={state.pending || isUnknown ? 'warn' : 'good'}>{word}</StateMark>
          ) : (
            <span className="muted">○ {word}</span>
          )}
        </output>
        {isActive && !isUnknown && state.onUntil !== null && <Countdown until={state.onUntil} />}
      </div>
      <div className={classes.switches}>
        <DurationChoice name={name} value={duration} onChange={setDuration} />
        <Button
          {...look}
          variant={isActive ? 'default' : 'filled'}
          aria-label={RELAY_TEXTS.activateOf(name)}
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
          aria-label={isUndoable ? RELAY_TEXTS.undoOf(name) : RELAY_TEXTS.deactivateOf(name)}
          aria-busy={state.pending?.state === 0}
          onClick={press(deactivate)}
        >
          {isUndoable ? RELAY_TEXTS.undo : RELAY_TEXTS.deactivate}
        </Button>
      </div>
      {isUnknown && <p className="hint wraps">{RELAY_TEXTS.cause(reasonWithTodo(unknown))}</p>}
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
  /** The relay's. */
  name: string
  /** Milliseconds; null: none. */
  value: number | null
  onChange: (value: number | null) => void
}

/** For how long a relay is switched on: a few times, one of the person's own, or none. */
function DurationChoice({ name, value, onChange }: DurationChoiceProps) {
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
      aria-label={RELAY_TEXTS.durationOf(name)}
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
