import { HUB_MAX_PAYLOAD_BYTES, SYNC_PROTOCOL } from '@vehicle-control/protocol'
import type { Chance } from './chance.ts'
import { hostileJson, hostileText, mutate, wellFormed } from './hostile-values.ts'
import { RawWebSocket } from './raw-web-socket.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

/** The hub takes a hello of each in a second, 30 at first. */
const AGENTS = 30
/** Its own words in a ping, by which the answer to it is known. */
const LAST_PING_MONO = 987_654_321

interface Agent {
  code: string
  key: string
  epoch: string
}

/** Attacks the agents' socket with frames, bytes and handshakes that no edge sends. */
export async function openFrames(target: Target) {
  const agents: Agent[] = []
  for (let i = 0; i < AGENTS; i++) {
    const code = `tramas-${i}`
    agents.push({ code, key: await target.enroll(code), epoch: epochOf(i) })
  }

  async function greeted({ code, key, epoch }: Agent): Promise<RawWebSocket> {
    for (;;) {
      const socket = await RawWebSocket.open(target.url, { authorization: `Bearer ${key}` })
      socket.sendText(JSON.stringify(hello(code, epoch)))
      const welcome = await socket.next('welcome')
      if (welcome?.['quarantined'] === false) return socket
      socket.destroy()
      if (welcome) await target.client.post(`/api/agents/${code}/accept`, {})
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  return async function attackFrames(chance: Chance, tally: Attempt): Promise<void> {
    const agent = chance.pick(agents)
    if (chance.percent(25)) return await badUpgrade(chance, tally, target, agent.key)
    const epoch = chance.percent(85) ? agent.epoch : chance.pick(agents).epoch
    const socket = await greeted(agent)
    if (chance.percent(30)) sendBytes(chance, socket)
    else {
      for (let i = chance.below(6); i >= 0; i--) {
        const frame = mutate(chance, anyFrame(chance, agent.code, epoch))
        socket.sendText(chance.percent(75) ? JSON.stringify(frame) : hostileJson(chance, frame))
      }
    }
    socket.sendText(JSON.stringify({ type: 'ping', mono: LAST_PING_MONO }))
    const heard = await socket.untilPong(LAST_PING_MONO)
    tally.count(heard)
    if (heard === 'nothing') tally.fault('neither an answer nor an end')
    socket.destroy()
  }
}

/** 16 letters of base32, one for each number. */
const epochOf = (i: number) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(i).repeat(16)

function hello(agent: string, epoch: string) {
  return {
    type: 'hello',
    protocol: SYNC_PROTOCOL,
    agent,
    version: '0.1.0',
    bootId: 'boot',
    mono: 1,
    wall: Date.now(),
    clock: 'synced',
    hardwareSerial: null,
    join: null,
    epochs: [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }],
  }
}

const DATA: Record<string, object> = {
  read: { uid: 'ATAQUE1', reader: 'gate', antenna: 1, rssi: -60 },
  suppressed: { uid: 'ATAQUE1', reader: 'gate', count: 3, spanMs: 10 },
  telemetry: { type: 'temp', source: 'patio', value: 21.5, unit: '°C' },
  command_result: { id: 'x', pin: 17, state: 1, ok: true, onMs: 1, reason: 'done' },
  status: {
    version: '0.1.0',
    event: 'periodic',
    detail: 'x',
    readers: [
      { id: 'gate', type: 'line', path: '/dev/x', state: 'open', simulated: false, noise: 0 },
    ],
    sensors: [{ source: 'patio', types: ['temp'], state: 'ok' }],
    inputs: [{ id: 'humo', pin: 5, rule: 'fire', active: true }],
    relays: { driver: 'gpiochip', simulated: false, pins: [17] },
    clock: 'synced',
    outbox: { bytes: 1, maxBytes: 2, unacked: 0 },
    suppressWindowMs: 60_000,
  },
  gap: { from: 1, to: 2, counts: { read: 2 }, reason: 'cap' },
}

function anyFrame(chance: Chance, code: string, epoch: string): object {
  const first = chance.percent(70) ? 1 : 1 + chance.below(1000)
  const kinds = Object.keys(DATA)
  const entries = Array.from({ length: 1 + chance.below(5) }, (_, i) => {
    const kind = chance.pick(kinds)
    const times = { at: Date.now(), age: 5, clock: 'synced' }
    return { seq: first + i, kind, ...times, data: DATA[kind] }
  })
  return chance.pick<object>([
    hello(code, epoch),
    { type: 'batch', epoch, prev: first - 1, mono: 1, entries },
    { type: 'batch', epoch, prev: first - 1, mono: 1, entries },
    { type: 'live', epoch, mono: 1, entries },
    { type: 'ping', mono: 1, outbox: { bytes: 1, maxBytes: 2, unacked: 0 } },
    { type: 'joined', mono: 1, join: 'x' },
  ])
}

/** Frames below JSON: sizes, fragments, flags and codes that RFC 6455 forbids, or that cost much. */
function sendBytes(chance: Chance, socket: RawWebSocket): void {
  const text = 1
  switch (chance.below(11)) {
    case 0:
      return socket.send(2, chance.bytes(1 + chance.below(300)))
    case 1:
      return socket.send(text, Buffer.alloc(HUB_MAX_PAYLOAD_BYTES + 1, 'x'))
    case 2:
      return socket.send(text, Buffer.from([0xff, 0xfe, 0xc0, 0x80]))
    case 3:
      socket.send(text, Buffer.from('{'), { fin: false })
      for (let i = 0; i < 40; i++) socket.send(0, Buffer.from(' '), { fin: false })
      return
    case 4:
      return socket.send(text, chance.bytes(50), { rsv: 4 })
    case 5:
      return socket.send(text, Buffer.from('{}'), { isMasked: false })
    case 6:
      return socket.send(9, Buffer.alloc(126 + chance.below(500)))
    case 7:
      return socket.send(8, chance.bytes(1 + chance.below(130)))
    case 8:
      return socket.send(3 + chance.below(5), chance.bytes(10))
    case 9:
      // Says that exabytes follow.
      return socket.write(
        Buffer.from([0x81, 0xff, 0x7f, ...Array<number>(7).fill(0xff), 1, 2, 3, 4]),
      )
    default:
      for (let i = 0; i < 450; i++) socket.sendText('{"type":"ping","mono":1}')
  }
}

/** Handshakes with no key, a wrong one, or not quite a handshake. */
async function badUpgrade(
  chance: Chance,
  tally: Attempt,
  target: Target,
  key: string,
): Promise<void> {
  const at = chance.below(key.length)
  const wrong = key.slice(0, at) + (key.charAt(at) === '0' ? '1' : '0') + key.slice(at + 1)
  const headers = chance.pick<Record<string, string>>([
    {},
    { authorization: `Bearer ${wrong}` },
    { authorization: `Bearer ${key} ${key}` },
    { authorization: `Basic ${key}` },
    {
      authorization: `Bearer ${encodeURIComponent(wellFormed(hostileText(chance))).slice(0, 2000)}`,
    },
    { cookie: `vc_session=${key}` },
    { 'sec-websocket-protocol': key },
  ])
  const path = chance.pick(['/api/agent/sync', `/api/agent/sync?token=${key}`, '/x'])
  const { status } = await RawWebSocket.refused(target.url, headers, path)
  tally.count(status)
  if (status === 101) tally.fault(`a handshake was taken with ${JSON.stringify(headers)}`)
}
