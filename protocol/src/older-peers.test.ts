import { describe, expect, it } from 'vitest'
import { EdgeFrame, type Hello, HubFrame, type NamedCommand, Welcome } from './agent-socket.ts'
import { type CommandResultData, entryData, type ReadData, type StatusData } from './entry.ts'
import * as old from './testing/before-names.ts'

const hello = {
  type: 'hello',
  protocol: 1,
  agent: 'gate-1',
  version: '2.0.0',
  bootId: 'boot',
  mono: 1,
  wall: 1,
  clock: 'synced',
  hardwareSerial: null,
  join: null,
  epochs: [{ epoch: 'a'.repeat(16), firstSeq: 1, lastSeq: 0, lowestHeld: null }],
} as const satisfies Hello
const welcome = {
  type: 'welcome',
  protocol: 1,
  wall: 1,
  epochs: [{ epoch: 'a'.repeat(16), watermark: 0 }],
  join: null,
  quarantined: false,
  suppressWindowMs: 60_000,
} as const satisfies Welcome
const input = { id: 'lazo', pin: 13, rule: 'report', active: true } as const
const status = {
  version: '2.0.0',
  event: 'input',
  readers: [],
  inputs: [input],
  relays: { driver: 'gpiochip', simulated: false, pins: [17] },
  clock: 'synced',
  outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
  suppressWindowMs: 60_000,
} satisfies StatusData
const done = { id: 'c1', state: 1, ok: true, onMs: 9, reason: 'done' } as const
const named: NamedCommand = {
  type: 'named_command',
  id: 'c1',
  relay: 'Barrera',
  state: 1,
  deadline: 1,
  bootId: 'boot',
}

describe('an older hub', () => {
  it('takes the status of a reader that could be set better', () => {
    const reader = { id: 'r', type: 'line', path: 'x', state: 'open', simulated: false, noise: 0 }
    const told = { ...status, readers: [{ ...reader, hint: 'wiegand' }] }
    expect(old.entryData.status.parse(told).readers).toEqual([reader])
    expect(entryData.status.parse(told).readers).toMatchObject([{ hint: 'wiegand' }])
  })

  it('takes a read that nobody vouches for, and passes over that it says so', () => {
    const read = { uid: 'TEST-001', reader: 'gate' }
    const told: ReadData = { ...read, unauthenticated: true }
    expect(old.entryData.read.parse(told)).toEqual(read)
    expect(entryData.read.parse(told)).toEqual(told)
    expect(entryData.read.parse(read)).toEqual(read)
  })

  it('knows no decision, and is sent none: its welcome does not say that it takes them', () => {
    expect(Object.keys(old.entryData)).not.toContain('decision')
    const { takes } = Welcome.parse({ ...welcome, takes: ['named_relay'] })
    expect(takes).not.toContain('decision')
  })

  it('takes the hello, the status and the results of this edge, and passes over what is new', () => {
    const told: Hello = { ...hello, accepts: ['named_relay'] }
    expect(old.EdgeFrame.parse(told)).toEqual(hello)
    const both: StatusData = {
      ...status,
      inputs: [{ ...input, sense: 'loop' }],
      relays: { ...status.relays, pins: [17], named: [{ name: 'Barrera', pin: 17, error: 'x' }] },
      barriers: [{ position: 'open', leftOpenMs: 130_000 }],
    }
    expect(old.entryData.status.parse(both)).toEqual(status)
    const result: CommandResultData = { ...done, pin: 17, relay: 'Barrera' }
    expect(old.entryData.command_result.parse(result)).toEqual({ ...done, pin: 17 })
  })

  it('gives a welcome that this edge takes, and of which it may rely on nothing new', () => {
    expect(HubFrame.parse(old.HubFrame.parse(welcome))).toEqual(welcome)
  })
})

describe('an older edge', () => {
  it('takes the welcome of this hub', () => {
    const told: Welcome = { ...welcome, takes: ['named_relay'] }
    expect(old.HubFrame.parse(told)).toEqual(welcome)
  })

  it('says nothing that this hub does not take, and accepts nothing new', () => {
    expect(EdgeFrame.parse(old.EdgeFrame.parse(hello))).toEqual(hello)
    expect(entryData.status.parse(old.entryData.status.parse(status))).toEqual(status)
    const result = { ...done, pin: 17 } as const
    expect(entryData.command_result.parse(result)).toEqual(result)
  })

  it('would move nothing for a command by name, but ends the link: it must never get one', () => {
    expect(old.HubFrame.safeParse(named).success).toBe(false)
    // Nor does any pin that came along reach a relay.
    expect(HubFrame.parse({ ...named, pin: 17 })).toEqual(named)
  })
})

describe('a newer peer', () => {
  it('is welcomed whatever it accepts or takes: only what is known here counts', () => {
    const lists: [unknown, string[]][] = [
      [['later', 'named_relay', 7, { length: {} }, 'x'.repeat(9999)], ['named_relay']],
      [[...Array(10_000).keys(), 'named_relay'], []],
      ['named_relay', []],
      [null, []],
      [{ length: {} }, []],
    ]
    for (const [given, known] of lists) {
      expect(EdgeFrame.parse({ ...hello, accepts: given })).toEqual({ ...hello, accepts: known })
      expect(HubFrame.parse({ ...welcome, takes: given })).toEqual({ ...welcome, takes: known })
    }
  })

  it('loses no status for a sense or a named relay that is unknown here, and these alone', () => {
    const good = { name: 'Barrera', pin: 17, later: true }
    const board = { name: 'Salida', error: 'no answer' }
    const told = {
      ...status,
      later: ['x'],
      inputs: [
        { ...input, sense: 'later' },
        { ...input, id: 'abierta', sense: 'barrier_open' },
      ],
      relays: {
        ...status.relays,
        named: [good, 7, { name: '' }, { name: 'A', pin: 4096 }, { length: {} }, board],
      },
    }
    expect(entryData.status.parse(told)).toEqual({
      ...status,
      inputs: [input, { ...input, id: 'abierta', sense: 'barrier_open' }],
      relays: { ...status.relays, named: [{ name: 'Barrera', pin: 17 }, board] },
    })
    for (const named of [null, 7, 'x', Array(1000).fill({})]) {
      const relays = { ...status.relays, named }
      expect(entryData.status.parse({ ...status, relays }).relays).toMatchObject({ named: [] })
    }
  })

  it('loses no status for a barrier that is unknown here, and of one only what is unknown', () => {
    const told = {
      ...status,
      barriers: [
        { position: 'later', leftOpenMs: 'x', name: '' },
        7,
        { name: 'salida', position: 'between', leftOpenMs: 9, later: true },
      ],
    }
    expect(entryData.status.parse(told).barriers).toEqual([
      { position: 'unknown' },
      { name: 'salida', position: 'between', leftOpenMs: 9 },
    ])
    for (const barriers of [null, 7, 'x', Array(1000).fill(7)]) {
      expect(entryData.status.parse({ ...status, barriers }).barriers).toEqual([])
    }
  })

  it('loses no result for a name that is none, but one that names no relay at all', () => {
    const result = entryData.command_result
    expect(result.parse({ ...done, pin: 17, relay: 7 })).toEqual({ ...done, pin: 17 })
    expect(result.parse({ ...done, relay: 'Salida' })).toEqual({ ...done, relay: 'Salida' })
    expect(result.safeParse({ ...done, relay: '' }).success).toBe(false)
    expect(result.safeParse(done).success).toBe(false)
  })
})
