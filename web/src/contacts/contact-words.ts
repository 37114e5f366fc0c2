import type { AgentContacts } from '@vehicle-control/protocol'
import type { StateTone } from '../components/StateMark.tsx'
import { CONTACT_TEXTS as TEXTS } from '../texts/contacts.ts'

type Barrier = AgentContacts['barriers'][number]
type Loop = AgentContacts['loops'][number]

/** What a loop or a barrier tells, in words; `quiet`: nothing that anybody has to look at. */
export interface ContactWords {
  readonly tone: StateTone | 'quiet'
  readonly text: string
}

const POSITIONS: Readonly<Partial<Record<string, string>>> = TEXTS.positions
const TONES: Readonly<Partial<Record<string, StateTone>>> = {
  open: 'warn',
  closed: 'good',
  between: 'warn',
  contradictory: 'warn',
}

/** Barriers first; of an agent that is away nothing is known. */
export function contactWords({ connected, loops, barriers }: Omit<AgentContacts, 'code'>) {
  const isOnlyLoop = loops.length === 1
  return [
    ...barriers.map((barrier) => barrierWords(barrier, connected)),
    ...loops.map((loop) => loopWords(isOnlyLoop ? { ...loop, id: '' } : loop, connected)),
  ]
}

/** A barrier in words. */
export function barrierWords(
  { name, position, leftOpen }: Barrier,
  connected: boolean,
): ContactWords {
  const say = (tone: ContactWords['tone'], state: string) => {
    return { tone, text: TEXTS.barrier(name, state) }
  }
  if (!connected) return say('quiet', TEXTS.positions.unknown)
  if (leftOpen) return say('bad', TEXTS.leftOpen)
  return say(TONES[position] ?? 'quiet', POSITIONS[position] ?? TEXTS.positions.unknown)
}

function loopWords({ id, occupied }: Loop, connected: boolean): ContactWords {
  const loop = TEXTS.loop(id)
  if (!connected || occupied === null) return { tone: 'quiet', text: TEXTS.silent(loop) }
  return occupied
    ? { tone: 'good', text: TEXTS.occupied(loop) }
    : { tone: 'quiet', text: TEXTS.free(loop) }
}
