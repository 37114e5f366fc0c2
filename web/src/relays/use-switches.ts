import { useEffect, useRef, useState } from 'react'
import { useApp } from '../app-parts.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { type RelayKey, relayName } from './relay-key.ts'
import type { RelayLine } from './relay-line.ts'

const UNDO_MS = 2000

interface SwitchesOptions {
  relay: RelayKey
  line: RelayLine
  agentName: string
  /** Milliseconds; null: up to the relay's own limit. */
  duration: number | null
}

/**
 * What the two buttons of a relay do. With a duration a tap acts at once, since a barrier must open
 * at once, and for 2 s the other button is «Deshacer»; without one the person is asked first. `at` is the
 * time stamp of the press: a page that hung meanwhile must not open late.
 */
export function useSwitches({ relay, line, agentName, duration }: SwitchesOptions) {
  const { clock } = useApp()
  const dialogs = useDialogs()
  const isAsking = useRef(false)
  const [pressedAt, setPressedAt] = useState<number | null>(null)

  useEffect(() => {
    if (pressedAt === null) return
    return clock.after(UNDO_MS, () => setPressedAt(null))
  }, [clock, pressedAt])

  const askAndActivate = async () => {
    if (isAsking.current) return
    isAsking.current = true
    const question = { text: RELAY_TEXTS.confirmOpen(relayName(relay)), detail: agentName }
    const isAgreed = await dialogs.confirm(question)
    isAsking.current = false
    if (isAgreed) line.switchOn(null)
  }
  return {
    activate: (at: number) => {
      if (duration === null) return void askAndActivate()
      line.switchOn(duration, at)
      setPressedAt(clock.now())
    },
    deactivate: (at: number) => {
      line.switchOff(at)
      setPressedAt(null)
    },
    isUndoable: pressedAt !== null,
  }
}
