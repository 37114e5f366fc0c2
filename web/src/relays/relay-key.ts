import type { AgentRelays, RelayPin } from '@vehicle-control/protocol'

/** The pins of an agent's relays that hubs know by number, as BCM numbers. */
export const RELAY_PINS: readonly RelayPin[] = [17, 27]

/** What a relay of an agent is known by: one of these pins, else its name. */
export type RelayKey = RelayPin | string

/** The key of the relay that a command or its result names; undefined where it names none. */
export function relayKey({
  pin,
  relay,
}: {
  readonly pin: number | null
  readonly relay?: string | null | undefined
}): RelayKey | undefined {
  return RELAY_PINS.find((one) => one === pin) ?? relay ?? undefined
}

/** A relay as people call it. */
export const relayName = (key: RelayKey) => (typeof key === 'number' ? String(key) : `«${key}»`)

/** The names of an agent's relays that are known by nothing else, in its order. */
export function namedRelays({ named = [] }: Pick<AgentRelays, 'named'>) {
  return named.filter(
    (one) => typeof relayKey({ pin: one.pin ?? null, relay: one.name }) === 'string',
  )
}
