import { type BrowserEvents, BurstPace, READ_BURST } from '@vehicle-control/protocol'
import type { Server } from 'socket.io'
import type { Bus, BusEvents } from '../bus/bus.ts'
import { OWN_EVENTS, SHARED_EVENTS } from '../bus/site-events.ts'
import type { Delivery } from '../entries/delivery.ts'
import { ANNOUNCED } from '../entries/kinds.ts'

/** Browsers cannot send anything that the hub listens to. */
export type FromBrowser = Record<string, never>

export interface SocketData {
  sessionId: number
  expiresAt: number
}

export type BrowserServer = Server<FromBrowser, BrowserEvents, FromBrowser, SocketData>

/** An event of the bus, and how browsers get it. */
interface BrowserEvent {
  name: keyof BusEvents
  deliveries: readonly Delivery<never>[]
}

/** The events that come from no entry; the kinds of entries declare the others. */
const SITE_EVENTS = Object.entries({ ...OWN_EVENTS, ...SHARED_EVENTS }).map(
  ([name, { deliveries }]) => ({ name, deliveries }),
) as readonly BrowserEvent[]

/**
 * Sends the events of the bus to browsers, until the function that it returns is called. Hot path:
 * an event goes to a room unchanged, and Socket.IO serialises it once for all sockets of the room.
 */
export function startFanOut(io: BrowserServer, bus: Bus): () => void {
  const stops = [...ANNOUNCED, ...SITE_EVENTS].map(({ name, deliveries }) => {
    const channels = deliveries.flatMap((delivery) => channelsOf(io, delivery))
    const listener = (payload: unknown) => {
      const payloads = Array.isArray(payload) ? payload : [payload]
      for (const channel of channels) channel.send(payloads)
    }
    bus.on(name, listener)
    return () => {
      bus.off(name, listener)
      for (const channel of channels) channel.stop()
    }
  })
  return () => {
    for (const stop of stops) stop()
  }
}

/** Sends a delivery to some of its browsers: those that get the whole event, or those that get a reduced one. */
interface Channel {
  send(payloads: readonly unknown[]): void
  stop(): void
}

function channelsOf(io: BrowserServer, delivery: Delivery<never>): Channel[] {
  const { to, of, reduced } = delivery
  const whole = reduced === undefined || to !== undefined ? io : io.except([...reduced.to])
  const channels = [channelTo(io, delivery, { rooms: to, of, target: to ? io.to([...to]) : whole })]
  if (reduced !== undefined) {
    const target = io.to([...reduced.to])
    channels.push(channelTo(io, delivery, { rooms: reduced.to, of: reduced.of, target }))
  }
  return channels
}

function channelTo(
  io: BrowserServer,
  { event, inArrays, when }: Delivery<never>,
  part: {
    /** Rooms that get it; absent: all browsers. */
    rooms: readonly string[] | undefined
    of: ((payload: never) => object) | undefined
    target: Pick<BrowserServer, 'emit'>
  },
): Channel {
  const { rooms: occupied } = io.of('/').adapter
  const { of, target } = part
  // Socket.IO would serialise an event even for empty rooms.
  const hasListeners = () => part.rooms?.some((room) => occupied.has(room)) ?? true
  const eventOf = (payload: unknown) => (of === undefined ? payload : of(payload as never)) as never
  const arrays = inArrays
    ? createBatcher<never>(
        (all) => target.emit(event, all as never),
        browserPace(() => io.of('/').sockets.size),
      )
    : null
  return {
    send(payloads) {
      if (!hasListeners()) return
      const due = when ? payloads.filter((payload) => when(payload as never)) : payloads
      if (arrays !== null) arrays.add(due.map(eventOf))
      else for (const payload of due) target.emit(event, eventOf(payload))
    },
    stop: () => arrays?.stop(),
  }
}

/** The least and the most time between two groups of reads, in milliseconds. */
const GROUP_MS = { least: 50, most: 100 }
/** From 200 browsers on there are no more groups than ever: what they cost is as it was measured. */
const GROUP_MS_PER_BROWSER = 0.5

/** The pace of reads to browsers: the more there are, the fewer groups. */
export function browserPace(browsers: () => number): BurstPace {
  return new BurstPace({
    ...READ_BURST,
    get groupMs() {
      const { least, most } = GROUP_MS
      return Math.min(most, Math.max(least, browsers() * GROUP_MS_PER_BROWSER))
    },
  })
}

/** Sends items: at once within a burst, gathered beyond it. */
interface Batcher<T> {
  add(items: readonly T[]): void
  /** Drops waiting items and stops the timer. */
  stop(): void
}

interface Time {
  /** Monotonic milliseconds. */
  now: () => number
  startTimer: (run: () => void, ms: number) => NodeJS.Timeout
}

const systemTime: Time = { now: () => performance.now(), startTimer: setTimeout }

/** Makes a batcher that calls `send` at the given pace, never with an empty array. */
export function createBatcher<T>(
  send: (items: T[]) => void,
  pace: BurstPace,
  { now, startTimer }: Time = systemTime,
): Batcher<T> {
  let waiting: T[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    const items = waiting
    waiting = []
    pace.begin(now())
    send(items)
  }

  return {
    add(items) {
      for (const item of items) waiting.push(item)
      if (waiting.length === 0 || timer !== undefined) return
      const wait = pace.waitMs(now())
      if (wait <= 0) flush()
      else timer = startTimer(flush, wait)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
