import type { ButtonProps } from '@mantine/core'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import type { Gate } from './GateRelays.tsx'

const OpenGate = lazyPart(async () => (await import('./OpenGate.tsx')).OpenGate)

/** The button «Abrir» of a gate, loaded after what it stands in. */
export function LaterOpenGate(props: { gate: Gate } & ButtonProps) {
  return (
    <LaterPart>
      <OpenGate {...props} />
    </LaterPart>
  )
}
