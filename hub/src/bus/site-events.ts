import { AckEvent, AgentStatusEvent, RfidStatus } from '@vehicle-control/protocol'
import { z } from 'zod'
import { type Delivery, rooms } from '../entries/delivery.ts'
import { redactPath } from './redact-path.ts'

/**
 * An event for browsers that is of no entry: what it holds, and what of it goes to whom. Of an array each item
 * is delivered by itself.
 */
interface SiteEvent<Payload> {
  payload: z.ZodType<Payload>
  deliveries: readonly Delivery<ItemOf<Payload>>[]
}
type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : Payload

/** Infers the types of an event from its parts. */
function declareEvent<Payload>(event: SiteEvent<Payload>): SiteEvent<Payload> {
  return event
}

/** Events that a replica has for its own browsers, by their names on the bus. */
export const OWN_EVENTS = {
  /** What became of relay commands, at whichever replica. */
  outcomes: declareEvent({
    payload: z.array(AckEvent),
    deliveries: [{ event: 'agent:ack' }],
  }),
  rfidStatus: declareEvent({
    payload: RfidStatus,
    deliveries: [{ event: 'rfid:status', less: { to: [rooms.role('kiosk')], of: redactPath } }],
  }),
}

/** Events that the browsers of every replica get. */
export const SHARED_EVENTS = {
  agentStatus: declareEvent({
    payload: AgentStatusEvent,
    deliveries: [{ event: 'agent:status' }],
  }),
}

/** What the events hold, by their names. */
export type PayloadsOf<Events> = {
  [N in keyof Events]: Events[N] extends SiteEvent<infer Payload> ? Payload : never
}

/** The schemas of what the events hold, by their names. */
export function schemasOf<Events extends Record<string, { payload: z.ZodType }>>(
  events: Events,
): { [N in keyof Events]: Events[N]['payload'] } {
  const schemas = Object.entries(events).map(([name, { payload }]) => [name, payload])
  return Object.fromEntries(schemas) as { [N in keyof Events]: Events[N]['payload'] }
}
