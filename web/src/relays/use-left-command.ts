import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../app-parts.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { type RelayKey, relayName } from './relay-key.ts'
import type { RelayLine } from './relay-line.ts'
import { faultWords } from './relay-words.ts'

/** The lines whose command nobody looks at, with what ends following them. */
const left = new WeakMap<RelayLine, () => void>()

/**
 * Who leaves a relay before its command has a result is told by a notice where it failed; where it is
 * shown again meanwhile, its row says so as ever.
 */
export function useLeftCommand(line: RelayLine, agentName: string, relay: RelayKey): void {
  const { session } = useApp()
  const dialogs = useDialogs()
  const follow = useEffectEvent(() => {
    if (line.state.get().pending?.isOwn !== true) return
    const person = session.state.get()
    const tell = () => {
      const { fault } = line.state.get()
      if (fault === null || !session.isStillOf(person)) return
      dialogs.notify('error', RELAY_TEXTS.leftFault(agentName, relayName(relay), faultWords(fault)))
    }
    const stop = line.state.subscribe(() => {
      if (line.state.get().pending !== null) return
      stop()
      // The line says first that the command is over, and then how.
      queueMicrotask(tell)
    })
    left.set(line, stop)
  })
  useEffect(() => {
    left.get(line)?.()
    return () => follow()
  }, [line])
}
