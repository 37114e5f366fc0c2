import type { ButtonProps } from '@mantine/core'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import type { GateNowProps } from './GateNow.tsx'

const GateNow = lazyPart(async () => (await import('./GateNow.tsx')).GateNow)

/** The button «Abrir» of a gate, in a map's popup below what its contacts tell; loaded after what it stands in. */
export function LaterGate(props: GateNowProps & ButtonProps) {
  return (
    <LaterPart>
      <GateNow {...props} />
    </LaterPart>
  )
}
