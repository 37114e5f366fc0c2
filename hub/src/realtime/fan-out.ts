import {
  type AckEvent,
  type AgentStatusEvent,
  type BrowserEvents,
  BurstPace,
  READ_BURST,
  type RfidStatus,
  type ScanEvent,
  type SuppressedEvent,
  type TelemetryEvent,
} from '@vehicle-control/protocol'
import type { Server } from 'socket.io'
import type { Bus, AnnouncedScan } from '../bus/bus.ts'
import { createBatcher } from './batcher.ts'
import { repeatsWithoutOwner, withoutOwner } from './without-owner.ts'
import { withoutPath } from './without-path.ts'

/** Browsers cannot send anything that the hub listens to. */
export type FromBrowser = Record<string, never>

export interface SocketData {
  sessionId: number
  expiresAt: number
}

export type BrowserServer = Server<FromBrowser, BrowserEvents, FromBrowser, SocketData>

/** Rooms of Socket.IO: by how a browser wants reads and who may see their owners, by role and by session. */
export const rooms = {
  batch: 'batch',
  each: 'each',
  /** Walls that are not told owners: they are in one of these instead, and in `ownerless`. */
  ownerlessBatch: 'ownerless batch',
  ownerlessEach: 'ownerless each',
  ownerless: 'ownerless',
  role: (role: string) => `role:${role}`,
  session: (id: number) => `session:${id}`,
}

/**
 * Announces the events of the bus to browsers, until the function that it returns is called. Hot
 * path: an event goes to a room as it is, and Socket.IO serialises it once for all its sockets.
 */
export function startFanOut(io: BrowserServer, bus: Bus): () => void {
  const arraysFor = (room: string) =>
    createBatcher<ScanEvent>(
      (events) => io.to(room).emit('rfid:tags', events),
      new BurstPace(READ_BURST),
    )
  const [arrays, ownerlessArrays] = [arraysFor(rooms.batch), arraysFor(rooms.ownerlessBatch)]

  // Socket.IO would serialise an event for a room that nobody is in.
  const { rooms: occupied } = io.of('/').adapter
  const admins = [rooms.role('admin'), rooms.role('superadmin')]
  const onScans = (scans: readonly AnnouncedScan[]) => {
    if (occupied.has(rooms.batch)) arrays.add(scans.map(({ event }) => event))
    if (occupied.has(rooms.ownerlessBatch)) {
      ownerlessArrays.add(scans.map(({ event }) => withoutOwner(event)))
    }
    const each = occupied.has(rooms.each)
    const ownerlessEach = occupied.has(rooms.ownerlessEach)
    const toAdmins = admins.some((room) => occupied.has(room))
    for (const { event, known } of scans) {
      if (each) io.to(rooms.each).emit('rfid:scan', event)
      if (ownerlessEach) io.to(rooms.ownerlessEach).emit('rfid:scan', withoutOwner(event))
      if (toAdmins && !known) io.to(admins).emit('rfid:tag', event)
    }
  }
  const onSuppressed = (events: readonly SuppressedEvent[]) => {
    if (!occupied.has(rooms.ownerless)) {
      for (const event of events) io.emit('rfid:suppressed', event)
      return
    }
    for (const event of events) {
      io.except(rooms.ownerless).emit('rfid:suppressed', event)
      io.to(rooms.ownerless).emit('rfid:suppressed', repeatsWithoutOwner(event))
    }
  }
  const onTelemetry = (events: readonly TelemetryEvent[]) => {
    for (const event of events) io.emit('agent:telemetry', event)
  }
  const onAcks = (acks: readonly AckEvent[]) => {
    for (const ack of acks) io.emit('agent:ack', ack)
  }
  const onAgentStatus = (event: AgentStatusEvent) => void io.emit('agent:status', event)
  const kiosks = rooms.role('kiosk')
  const onRfidStatus = (status: RfidStatus) => {
    io.except(kiosks).emit('rfid:status', status)
    io.to(kiosks).emit('rfid:status', withoutPath(status))
  }

  bus.on('scans', onScans)
  bus.on('suppressed', onSuppressed)
  bus.on('telemetry', onTelemetry)
  bus.on('acks', onAcks)
  bus.on('timeouts', onAcks)
  bus.on('agentStatus', onAgentStatus)
  bus.on('rfidStatus', onRfidStatus)
  return () => {
    bus.off('scans', onScans)
    bus.off('suppressed', onSuppressed)
    bus.off('telemetry', onTelemetry)
    bus.off('acks', onAcks)
    bus.off('timeouts', onAcks)
    bus.off('agentStatus', onAgentStatus)
    bus.off('rfidStatus', onRfidStatus)
    arrays.stop()
    ownerlessArrays.stop()
  }
}
