import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReaderState } from '@vehicle-control/protocol'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { monotonicMs } from '../clock/monotonic.ts'
import type { CaptureLine } from './capture-line.ts'
import { CaptureServer } from './capture-server.ts'
import { ReaderCaptures } from './reader-captures.ts'
import { captureOfRunningEdge } from './running-edge.ts'

const antennas = { 1: 'entrada', 2: 'salida' }
const log = pino({ level: 'silent' })
const state = (id: string): ReaderState => {
  return { id, type: 'a0', path: '/dev/a0', state: 'open', simulated: false, noise: 0 }
}
let folder = ''
let path = ''
let captures: ReaderCaptures
let servers: CaptureServer[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capture-'))
  path = join(folder, 'capture.sock')
  captures = new ReaderCaptures({
    readers: [{ id: 'gate', antennas }, { id: 'yard' }],
    monotonic: monotonicMs,
  })
  servers = []
  await serve()
})
afterEach(() => {
  for (const server of servers) server.stop()
  rmSync(folder, { recursive: true })
})

async function serve(): Promise<CaptureServer> {
  const states = () => ['gate', 'entrada', 'salida', 'yard'].map(state)
  const server = new CaptureServer({ path, captures, states, log })
  servers.push(server)
  await server.start()
  return server
}

/** A capture that has begun, and what it was told. */
async function capture(reader: string) {
  const lines: CaptureLine[] = []
  const ends: string[] = []
  const source = await captureOfRunningEdge(path, reader, {
    onLine: (line) => lines.push(line),
    onEnd: (reason) => ends.push(reason),
  })
  if (source === null) throw new Error('no edge serves the socket')
  await vi.waitFor(() => expect(lines.length + ends.length).toBeGreaterThan(0))
  return { lines, ends, source }
}

const tag = (reader: string, uid: string) => ({ reader, uid, mono: monotonicMs(), rssi: -55 })
const shown = (lines: CaptureLine[]) =>
  lines.map((line) => {
    if ('hex' in line) return `${line.direction} ${line.hex}`
    if ('tag' in line) return `${line.tag.reader} ${line.tag.uid}`
    return 'state' in line ? line.state.id : JSON.stringify(line)
  })

it('shows a reader to several at once: its bytes and tags, or those of one antenna', async () => {
  const all = await capture('gate')
  const one = await capture('salida')
  captures.bytes('gate', 'out', Buffer.from([0xa0, 1]))
  captures.bytes('yard', 'in', Buffer.from([9]))
  captures.bytes('gate', 'in', Buffer.from([0xa0, 2]))
  captures.read(tag('entrada', 'E2001'))
  captures.read(tag('salida', 'E2002'))
  captures.read(tag('yard', 'E2003'))
  const bytes = ['out a001', 'in a002']
  await vi.waitFor(() => {
    expect(shown(all.lines)).toEqual(['gate', ...bytes, 'entrada E2001', 'salida E2002'])
    expect(shown(one.lines)).toEqual(['salida', ...bytes, 'salida E2002'])
  })
  await one.source.stop()
  expect(one.ends).toEqual([])
  servers[0]?.stop()
  await vi.waitFor(() => expect(all.ends).toEqual(['el edge se ha detenido']))
})

it('refuses a reader that there is not', async () => {
  expect((await capture('nobody')).ends).toEqual(['no hay ningún lector «nobody»'])
})

it('refuses more captures than it has room for', async () => {
  for (let i = 0; i < 4; i++) expect((await capture('gate')).ends).toEqual([])
  expect((await capture('gate')).ends).toEqual(['ya hay 4 capturas en marcha'])
})

it('takes no nonsense for a request', async () => {
  const socket = connect(path)
  socket.write(`${'x'.repeat(2000)}`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect(JSON.parse(said.toString())).toHaveProperty('error')
  await once(socket, 'close')
})

it('is for its own account alone, and leaves the socket of another edge in its place', async () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const second = await serve()
  second.stop()
  expect((await capture('gate')).ends).toEqual([])
})

it('takes the place of what a killed edge left behind', async () => {
  servers[0]?.stop()
  await vi.waitFor(() => expect(existsSync(path)).toBe(false))
  const killed = createServer()
  const other = join(folder, 'other')
  await once(killed.listen(other), 'listening')
  // Closed, it would remove its socket by the old name.
  renameSync(other, path)
  killed.close()
  expect(await captureOfRunningEdge(path, 'gate', { onLine() {}, onEnd() {} })).toBeNull()
  expect(existsSync(path)).toBe(true)
  await serve()
  expect((await capture('gate')).ends).toEqual([])
})

it('drops lines of who does not keep up, says how many, and holds nothing up', async () => {
  const chunk = Buffer.alloc(32 * 1024, 0xa0)
  const socket: Socket = connect(path)
  let text = ''
  socket.setEncoding('utf8').on('data', (some: string) => (text += some))
  socket.write('{"reader":"gate"}\n')
  await vi.waitFor(() => expect(text).toContain('state'))
  socket.pause()
  for (let i = 0; i < 200; i++) captures.bytes('gate', 'in', chunk)
  captures.read(tag('gate', 'E2001'))
  socket.resume()
  const linesOf = () => {
    const whole = text.split('\n').slice(1, -1)
    return whole.map((line) => JSON.parse(line) as CaptureLine)
  }
  await vi.waitFor(() => expect(linesOf().some((line) => 'lost' in line)).toBe(true))
  const lost = linesOf().reduce((sum, line) => sum + ('lost' in line ? line.lost : 0), 0)
  const told = linesOf().filter((line) => !('lost' in line)).length
  expect(lost).toBeGreaterThan(100)
  expect(lost + told).toBe(201)
  captures.read(tag('gate', 'E2002'))
  await vi.waitFor(() => expect(text).toContain('E2002'))
  socket.destroy()
})
