import {
  AckEvent,
  AgentStatusEvent,
  AssetTagEvent,
  HubAlert,
  RfidStatus,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { type Delivery, rooms } from '../entries/delivery.ts'
import { hubAlertsFor } from './hub-alerts-for.ts'
import { redactPath } from './redact-path.ts'

/**
 * An event for browsers that comes from no entry: its payload, and who gets it. The items of an
 * array are delivered one by one.
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

/**
 * Events that only go to the browsers of the replica that emits them, by their names on the bus.
 */
export const OWN_EVENTS = {
  /** Results of relay commands, of any replica. */
  outcomes: declareEvent({
    payload: z.array(AckEvent),
    deliveries: [{ event: 'agent:ack' }],
  }),
  rfidStatus: declareEvent({
    payload: RfidStatus,
    deliveries: [{ event: 'rfid:status', reduced: { to: [rooms.role('kiosk')], of: redactPath } }],
  }),
  /** What is wrong with this hub itself, all of it: nobody stands before a wall who could mend it. */
  hubAlerts: declareEvent({
    payload: z.object({
      alerts: z.array(HubAlert),
      /** False where what operators see of it is as before; absent: true. */
      isNewsToOperators: z.boolean().optional(),
    }),
    deliveries: [
      {
        event: 'hub:alerts',
        to: [rooms.role('admin'), rooms.role('superadmin')],
        of: ({ alerts }) => hubAlertsFor('admin', alerts),
      },
      {
        event: 'hub:alerts',
        to: [rooms.role('operator')],
        when: ({ isNewsToOperators }) => isNewsToOperators !== false,
        of: ({ alerts }) => hubAlertsFor('operator', alerts),
      },
    ],
  }),
}

/** Events that cross to the other replicas, for the browsers of all. */
export const SHARED_EVENTS = {
  agentStatus: declareEvent({
    payload: AgentStatusEvent,
    deliveries: [{ event: 'agent:status' }],
  }),
  /** Tags that got an asset, or lost theirs. */
  assetTags: declareEvent({
    payload: z.array(AssetTagEvent),
    deliveries: [{ event: 'asset:tag' }],
  }),
}

/** The payloads of events, by their names. */
export type PayloadsOf<Events> = {
  [N in keyof Events]: Events[N] extends SiteEvent<infer Payload> ? Payload : never
}

/** The schemas of the payloads, by the names of the events. */
export function schemasOf<Events extends Record<string, { payload: z.ZodType }>>(
  events: Events,
): { [N in keyof Events]: Events[N]['payload'] } {
  const schemas = Object.entries(events).map(([name, { payload }]) => [name, payload])
  return Object.fromEntries(schemas) as { [N in keyof Events]: Events[N]['payload'] }
}
