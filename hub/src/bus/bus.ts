import { EventEmitter } from 'node:events'
import type {
  AckEvent,
  AgentStatusEvent,
  EventAgent,
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

export interface AgentChange {
  agentId: number
  closeCode: number
  reason: string
  /** The agent was deleted: screens are not to hear of it any more. */
  gone?: boolean
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
  agentChanged: [AgentChange]
  /** An agent has another name or place: what it reports from now on carries them. */
  agentRenamed: [{ agentId: number; agent: EventAgent }]
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
