import { EventEmitter } from 'node:events'
import type { AnnouncedPayloads } from '../entries/kinds.ts'
import type { ReplicaEvent, ReplicaEvents } from './replica-events.ts'
import type { OWN_EVENTS, PayloadsOf } from './site-events.ts'

/**
 * Events inside one process: those that cross between replicas, those of entries, and those of its
 * own browsers. The order of an event's listeners is not defined: a listener must not rely on
 * another one.
 */
export interface BusEvents extends BetweenReplicas, OfEntries, OfSite {}

type OfSite = { [N in keyof Own]: [Own[N]] }
type Own = PayloadsOf<typeof OWN_EVENTS>
/** New entries, by the names of their kinds. */
type OfEntries = { [N in keyof AnnouncedPayloads]: [AnnouncedPayloads[N][]] }
type BetweenReplicas = { [E in ReplicaEvent]: [ReplicaEvents[E]] }

/**
 * Carries events between the parts of one process; the subclass `MqttBus` also between replicas.
 */
export class Bus extends EventEmitter<BusEvents> {
  /** Whether what is published reaches the other replicas now, as far as can be known. */
  get isConnected(): boolean {
    return false
  }

  /** Emits an event here and publishes it to the other replicas. */
  broadcast<E extends ReplicaEvent>(event: E, payload: ReplicaEvents[E]): void {
    this.emitHere(event, payload)
    this.publish(event, payload)
  }

  /** Sends an event to the other replicas only. It is lost if it cannot be sent now. */
  publish<E extends ReplicaEvent>(_event: E, _payload: ReplicaEvents[E]): void {}

  /** Emits an event of any replica to the parts of this replica. */
  protected emitHere<E extends ReplicaEvent>(event: E, payload: ReplicaEvents[E]): void {
    // The emitter's types cannot match the payload where the event is a type parameter.
    ;(this as EventEmitter).emit(event, payload)
  }
}

/** A bus inside one process. */
export function createLocalBus(): Bus {
  return new Bus().setMaxListeners(0)
}
