import type { ErrorBody } from '@vehicle-control/protocol'
import type { HTTPException } from 'hono/http-exception'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExportAdmission } from './export-admission.ts'
import { UrgentCalls } from './urgent-calls.ts'

const PARTS = 5

let exports: ExportAdmission
let urgent: UrgentCalls
/** Parts made so far, by the export's name. */
let made: Map<string, number>
beforeEach(() => {
  vi.useFakeTimers()
  urgent = new UrgentCalls()
  exports = new ExportAdmission(urgent)
  made = new Map()
})
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)

async function* partsOf(name: string) {
  for (let i = 0; i < PARTS; i++) {
    made.set(name, i + 1)
    yield new TextEncoder().encode(`${name}${i} `)
  }
}

/** An export that is asked for; its first part is made as soon as its turn comes. */
const ask = (session: number, name: string, parts = partsOf(name)) =>
  exports.run(session, async () => new Response(ReadableStream.from(parts), { status: 201 }))

function readerOf({ body }: Response) {
  if (body === null) throw new Error('an export without a body')
  return body.getReader()
}

const begun = () => [...made.keys()]

test('two of the hub and one of a session are answered at once, the others when those are sent', async () => {
  const a1 = await ask(1, 'a1')
  const others = [ask(1, 'a2'), ask(2, 'b1'), ask(3, 'c1')]
  await settle()
  expect(begun()).toEqual(['a1', 'b1'])
  expect([a1.status, await a1.text()]).toEqual([201, 'a10 a11 a12 a13 a14 '])
  await settle()
  expect(begun()).toEqual(['a1', 'b1', 'a2'])
  const [a2, b1] = others
  expect(await (await b1)?.text()).toMatch(/^b10 .*b14 $/)
  expect(await (await a2)?.text()).toMatch(/^a20 .*a24 $/)
  expect(await (await others[2])?.text()).toMatch(/^c10 .*c14 $/)
})

test('a client that takes nothing gives its turn up, and goes on where it was', async () => {
  const slow = await ask(1, 'slow')
  const reader = readerOf(slow)
  await reader.read()
  const held = await ask(2, 'held')
  const next = ask(3, 'next')
  await settle()
  expect(begun()).toEqual(['slow', 'held'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun()).toContain('next')
  const rest = [reader.read(), reader.read(), reader.read()]
  expect(await (await next).text()).toMatch(/next4 $/)
  expect(await held.text()).toMatch(/held4 $/)
  await Promise.all(rest)
  expect(made.get('slow')).toBe(PARTS)
})

test('a client that has gone, or never reads, keeps nobody waiting', async () => {
  for (let i = 0; i < 20; i++) {
    const gone = await ask(1, 'gone')
    await gone.body?.cancel()
  }
  for (let i = 0; i < 8; i++) {
    await ask(1, 'unread')
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(await (await ask(1, 'last')).text()).toMatch(/last4 $/)
})

test('a client that goes while its turn is to come again takes none', async () => {
  const reader = readerOf(await ask(1, 'gone'))
  await reader.read()
  await vi.advanceTimersByTimeAsync(1000)
  const [b, c] = [await ask(2, 'b'), await ask(3, 'c')]
  void reader.read()
  const waits = reader.read()
  await settle()
  await reader.cancel()
  await waits
  expect(await b.text()).toMatch(/b4 $/)
  expect(await c.text()).toMatch(/c4 $/)
  const [d, e] = [await ask(4, 'd'), await ask(5, 'e')]
  expect([await d.text(), await e.text()]).toEqual([
    expect.stringMatching(/d4 $/),
    expect.stringMatching(/e4 $/),
  ])
})

test('makes no further part while somebody waits at a barrier, but not for ever', async () => {
  let opened = () => {}
  void urgent.run(() => new Promise<void>((resolve) => (opened = resolve)))
  const text = (await ask(1, 'a')).text()
  await settle()
  expect(begun()).toEqual([])
  opened()
  await settle()
  expect(made.get('a')).toBe(PARTS)
  expect(await text).toMatch(/a4 $/)
  void urgent.run(() => new Promise<void>(() => {}))
  void (await ask(1, 'b')).text()
  await settle()
  expect(made.get('b')).toBeUndefined()
  for (let i = 0; i <= PARTS; i++) await vi.advanceTimersByTimeAsync(250)
  expect(made.get('b')).toBe(PARTS)
})

test('an answer or a body that fails gives its turn back', async () => {
  const failing = exports.run(1, () => Promise.reject(new Error('no rows')))
  await expect(failing).rejects.toThrow('no rows')
  async function* broken() {
    yield new Uint8Array(1)
    throw new Error('broke off')
  }
  for (let i = 0; i < 9; i++) {
    await expect((await ask(1, 'broken', broken())).text()).rejects.toThrow('broke off')
  }
  expect(await (await ask(1, 'after')).text()).toMatch(/after4 $/)
})

test('who has too many open, or would wait for too long, is told when to come again', async () => {
  const answerOf = (session: number) =>
    exports
      .run(session, () => new Promise<Response>(() => {}))
      .catch((error: HTTPException) => error.getResponse())
  for (const session of [1, 2]) void answerOf(session)
  const late = [1, 1, 1, 3].map(answerOf)
  const fifth = await answerOf(1)
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '5'])
  const { error, message } = (await fifth.json()) as ErrorBody
  expect([error, message]).toEqual([
    'internal',
    'Hay otras exportaciones en curso; intenta de nuevo en unos segundos',
  ])
  await vi.advanceTimersByTimeAsync(15_000)
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([503, 503, 503, 503])
})
