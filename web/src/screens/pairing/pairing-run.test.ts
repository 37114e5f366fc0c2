import { describe, expect, it, vi } from 'vitest'
import { createApiClient } from '../../api/http/client.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { jsonAnswer } from '../../testing/fake-hub.ts'
import { createPairingRun, type Paired } from './pairing-run.ts'

const BEGIN = '/api/wall-pairings'
const CLAIM = `${BEGIN}/claim`
const user = {
  id: 7,
  email: 'w@x.co',
  name: 'Patio',
  role: 'operator',
  kiosk: true,
  second_factor: 'off',
}

/** A run against a hub whose answers a test can change. */
function open() {
  const clock = createFakeClock()
  const sent: { path: string; body: { secret?: string }; bearer: string | null }[] = []
  const paired: Paired[] = []
  let codes = 0
  const hub = {
    begin: () => jsonAnswer(201, { code: `C${++codes}`, secret: `s${codes}`, lives_s: 600 }),
    claim: () => jsonAnswer(200, { state: 'waiting' }),
  }
  const api = createApiClient({
    fetch: async (path, { body, headers }) => {
      const bearer = new Headers(headers).get('authorization')
      sent.push({ path, body: JSON.parse(typeof body === 'string' ? body : '{}'), bearer })
      return path === BEGIN ? hub.begin() : hub.claim()
    },
    clock,
    token: () => 'of somebody',
    onUnauthorized: () => {},
  })
  const run = createPairingRun({ api, clock, onPaired: (one) => void paired.push(one) })
  const claims = () => sent.filter(({ path }) => path === CLAIM).length
  /** Lets the time pass until so many questions were asked. */
  const untilAsked = (count: number) =>
    vi.waitFor(() => {
      clock.advance(3000)
      expect(claims()).toBeGreaterThanOrEqual(count)
    })
  const untilCode = (code: string) =>
    vi.waitFor(() => {
      clock.advance(5000)
      expect(run.state.get()).toEqual({ code, trouble: null })
    })
  return { clock, hub, sent, paired, run, claims, untilAsked, untilCode }
}

describe('the pairing of a wall', () => {
  it('shows a code, and another one once the hub says that it expired', async () => {
    const { hub, sent, run, untilAsked, untilCode } = open()
    run.start()
    await untilCode('C1')
    await untilAsked(2)
    hub.claim = () => jsonAnswer(200, { state: 'expired' })
    await untilCode('C2')
    const begun = sent.filter(({ path }) => path === BEGIN).map(({ body }) => body)
    expect(begun.slice(0, 2)).toEqual([{}, { secret: 's1' }])
    expect(sent.every(({ bearer }) => bearer === null)).toBe(true)
  })

  it('ends with the session, and asks no more', async () => {
    const { clock, hub, paired, run, claims, untilCode } = open()
    run.start()
    await untilCode('C1')
    const address = '/map?kiosk=1'
    hub.claim = () => jsonAnswer(200, { state: 'paired', token: 'tok', user, address })
    await vi.waitFor(() => {
      clock.advance(3000)
      expect(paired).toEqual([{ token: 'tok', user, address }])
    })
    const asked = claims()
    clock.advance(600_000)
    expect(claims()).toBe(asked)
  })

  it('says that the hub is away or full, and goes on with the same code', async () => {
    const { clock, hub, run, untilCode } = open()
    run.start()
    await untilCode('C1')
    hub.claim = () => jsonAnswer(503, {})
    await vi.waitFor(() => {
      clock.advance(3000)
      expect(run.state.get()).toEqual({ code: 'C1', trouble: 'away' })
    })
    hub.claim = () =>
      jsonAnswer(429, { error: 'rate_limited', message: 'x' }, { 'retry-after': '9' })
    await vi.waitFor(() => {
      clock.advance(5000)
      expect(run.state.get().trouble).toBe('busy')
    })
    hub.claim = () => jsonAnswer(200, { state: 'waiting' })
    await untilCode('C1')
  })

  it('stops with its page', async () => {
    const { clock, run, claims, untilCode } = open()
    const stop = run.start()
    await untilCode('C1')
    stop()
    const asked = claims()
    clock.advance(60_000)
    expect(claims()).toBe(asked)
  })
})
