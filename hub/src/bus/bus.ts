import { EventEmitter } from 'node:events'
import type {
  AckEvent,
  AgentStatusEvent,
  RfidStatus,
  ScanEvent,
  SuppressedEvent,
  TelemetryEvent,
} from '@vehicle-control/protocol'

/** A read for the screens; `known` tells whether an asset has its tag. */
export interface ScanNews {
  event: ScanEvent
  known: boolean
}

/** What one part of the hub tells the others. */
export interface BusEvents {
  scans: [ScanNews[]]
  suppressed: [SuppressedEvent[]]
  telemetry: [TelemetryEvent[]]
  acks: [AckEvent[]]
  agentStatus: [AgentStatusEvent]
  rfidStatus: [RfidStatus]
  /** The suppression window was set: every connected edge is told. */
  suppressWindow: [number]
  /** Agents whose keys, quarantine or existence changed: their sockets close and say hello again. */
  agentChanged: [{ agentId: number; closeCode: number; reason: string }]
  /** Sessions that ended: their sockets close. */
  sessionsRevoked: [number[]]
}

export type Bus = EventEmitter<BusEvents>

/** A bus inside one process. */
export function createLocalBus(): Bus {
  const bus: Bus = new EventEmitter<BusEvents>()
  bus.setMaxListeners(0)
  return bus
}
