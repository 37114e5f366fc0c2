import { Button, type ButtonProps } from '@mantine/core'
import { IconBarrierBlock } from '@tabler/icons-react'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { useIsOperated } from '../components/wall/use-is-operated.ts'
import { useDialogs } from '../dialogs/DialogsProvider.tsx'
import { RELAY_TEXTS } from '../texts/relays.ts'
import { createDurations } from './durations.ts'
import type { Gate } from './GateRelays.tsx'

const GateRelays = lazyPart(async () => (await import('./GateRelays.tsx')).GateRelays)

/**
 * The button that leads to the relays of a gate, whose switch is the confirmation. There is none
 * for those who may not switch, nor on a wall.
 */
export function OpenGate({ gate, ...look }: { gate: Gate } & ButtonProps) {
  const dialogs = useDialogs()
  if (!useIsOperated()) return null
  const open = () => {
    const durations = createDurations()
    dialogs.open({
      title: gate.name,
      isSheet: true,
      content: () => (
        <LaterPart>
          <GateRelays gate={gate} durations={durations} />
        </LaterPart>
      ),
    })
  }
  return (
    <Button
      {...look}
      leftSection={<IconBarrierBlock size={16} aria-hidden />}
      aria-label={RELAY_TEXTS.openOf(gate.name)}
      onClick={open}
    >
      {RELAY_TEXTS.open}
    </Button>
  )
}
