import { describe, expect, it } from 'vitest'
import { createFakeSocket } from '../testing/fake-socket.ts'
import { makeRead } from '../testing/reads.ts'
import { createLiveFeed } from './feed.ts'
import type { LiveEvent } from './live-events.ts'

const AT = Date.parse('2026-03-10T17:00:00.000Z')

function open() {
  const frames: (() => void)[] = []
  const feed = createLiveFeed(
    (run) => {
      frames.push(run)
      return () => {}
    },
    () => AT,
  )
  const socket = createFakeSocket()
  feed.attach(socket)
  const heard: (readonly LiveEvent[])[] = []
  feed.subscribe((events) => heard.push(events))
  return { feed, socket, heard, frame: () => frames.splice(0).forEach((run) => run()) }
}

describe('live feed', () => {
  it('hands over once a frame what single events and arrays brought', () => {
    const { socket, heard, frame } = open()
    socket.emit('rfid:scan', makeRead('a-1', AT))
    socket.emit('rfid:tags', [makeRead('a-2', AT), makeRead('a-3', AT)])
    socket.emit('rfid:suppressed', { ...makeRead('s-1', AT), count: 2 })
    expect(heard).toEqual([])
    frame()
    expect(heard).toHaveLength(1)
    expect(heard[0]?.map(({ kind }) => kind)).toEqual(['read', 'read', 'read', 'suppressed'])
    frame()
    expect(heard).toHaveLength(1)
  })

  it('drops and counts what has another shape, and keeps its neighbours', () => {
    const { feed, socket, heard, frame } = open()
    socket.emit('rfid:tags', [{ id: 1 }, makeRead('a-1', AT)])
    socket.emit('rfid:tags', 'nonsense')
    socket.emit('rfid:status', { connected: 'yes' })
    socket.emit('agent:status', { last_seen: null })
    socket.emit('rfid:suppressed', { count: 3 })
    frame()
    expect(feed.dropped.get()).toBe(5)
    expect(heard[0]).toHaveLength(1)
  })

  it('hands over acks, samples and decisions as they came, and unknown tags once', () => {
    const { feed, socket, heard, frame } = open()
    const agent = { code: 'gate' }
    const ack = { id: 'c-1', agent, pin: 17, state: 1, ok: true, onMs: 5, reason: 'done' }
    socket.emit('agent:ack', ack)
    socket.emit('agent:ack', null)
    const sample = { agent, type: 'temp', value: 21.5, unit: '°C', ts: AT - 5 }
    socket.emit('agent:telemetry', sample)
    const decision = { ...makeRead('a-2', AT), read: 'a-1', verdict: 'deny' }
    socket.emit('access:decision', decision)
    for (const event of ['rfid:scan', 'rfid:tag', 'rfid:tag'])
      socket.emit(event, makeRead('a-1', AT))
    frame()
    expect(feed.dropped.get()).toBe(1)
    expect(heard[0]).toMatchObject([
      { kind: 'ack', event: ack },
      { kind: 'telemetry', event: sample },
      { kind: 'decision', event: decision },
      { kind: 'read', event: { id: 'a-1' } },
      { kind: 'unknown-tag', event: { id: 'a-1' } },
    ])
  })

  it('writes times as the hub does, whoever sent them', () => {
    const { socket, heard, frame } = open()
    const times = { ts: '2026-03-10T11:59:59-05:00', received_at: '2026-03-10 12:00:00-05:00' }
    socket.emit('rfid:scan', { ...makeRead('a-1', AT), ...times })
    socket.emit('rfid:scan', { ...makeRead('a-2', AT), ts: '2026-99-99T00:00:00.000Z' })
    frame()
    expect(heard[0]?.map(({ event }) => event)).toMatchObject([
      { id: 'a-1', ts: '2026-03-10T16:59:59.000Z', received_at: '2026-03-10T17:00:00.000Z' },
      { id: 'a-2', ts: '2026-03-10T17:00:00.000Z' },
    ])
  })

  it('hands over each read and each repeat once, whichever event brings it', () => {
    const { feed, socket, heard, frame } = open()
    socket.emit('rfid:scan', makeRead('a-1', AT))
    socket.emit('rfid:tags', [makeRead('a-1', AT), makeRead('a-2', AT)])
    frame()
    socket.emit('rfid:scan', makeRead('a-2', AT))
    socket.emit('rfid:suppressed', { ...makeRead('s-1', AT), count: 2 })
    socket.emit('rfid:suppressed', { ...makeRead('s-1', AT), count: 2 })
    frame()
    expect(heard.map((events) => events.length)).toEqual([2, 1])
    expect(feed.dropped.get()).toBe(0)
  })

  it('fills in what an event leaves out', () => {
    const { feed, socket, heard, frame } = open()
    socket.emit('rfid:scan', { id: 'DEADBEEF' })
    socket.emit('rfid:suppressed', { tag: 'DEADBEEF', agent: 'gate' })
    socket.emit('agent:status', { agent: { code: 'new' } })
    socket.emit('rfid:status', { connected: true })
    frame()
    expect(feed.dropped.get()).toBe(0)
    const at = new Date(AT).toISOString()
    expect(heard[0]).toMatchObject([
      { kind: 'read', event: { uid: 'DEADBEEF', ts: at, received_at: at, vehicle: null } },
      { kind: 'suppressed', event: { uid: 'DEADBEEF', count: 1, agent: { name: 'gate' } } },
      { kind: 'agent', event: { code: 'new', name: null, lastSeen: AT, online: true } },
      { kind: 'rfid', event: { connected: true, simulate: false, port: null } },
    ])
  })
})
