import { EventEmitter } from 'node:events'
import type {
  AckEvent,
  RfidStatus,
  ScanEvent,
  SuppressedEvent,
  TelemetryEvent,
} from '@vehicle-control/protocol'
import type { SharedEvent, SharedEvents } from './replica-events.ts'

/** A read for the screens; `known` tells whether an asset has its tag. */
export interface ScanNews {
  event: ScanEvent
  known: boolean
}

type Shared = { [E in SharedEvent]: [SharedEvents[E]] }

/** What one part of the hub tells the others. */
export interface BusEvents extends Shared {
  scans: [ScanNews[]]
  suppressed: [SuppressedEvent[]]
  telemetry: [TelemetryEvent[]]
  acks: [AckEvent[]]
  rfidStatus: [RfidStatus]
}

/** Tells the parts of this process, and where there are others, those of the other replicas. */
export class Bus extends EventEmitter<BusEvents> {
  /** Whether what is shared reaches the other replicas at this moment, as far as can be known. */
  get isConnected(): boolean {
    return false
  }

  /** Tells every part of every replica. */
  broadcast<E extends SharedEvent>(event: E, payload: SharedEvents[E]): void {
    this.hear(event, payload)
    this.share(event, payload)
  }

  /** Tells the other replicas only. Nothing waits for them: what cannot be sent now is lost. */
  share<E extends SharedEvent>(_event: E, _payload: SharedEvents[E]): void {}

  /** Tells the parts of this process what another replica shared. */
  protected hear<E extends SharedEvent>(event: E, payload: SharedEvents[E]): void {
    // A shared event has one payload; the emitter's types cannot tell for an event that is a variable.
    ;(this as EventEmitter).emit(event, payload)
  }
}

/** A bus inside one process. */
export function createLocalBus(): Bus {
  return new Bus().setMaxListeners(0)
}
