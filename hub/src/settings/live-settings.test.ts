import type { AlertList, PublicConfig } from '@vehicle-control/protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import { saveSettings } from '../store/settings/settings.ts'
import { openTempStore, type TempStore } from '../testing/temp-store.ts'
import { createTestHub, silent, type TestHub } from '../testing/test-hub.ts'
import { NO_ROUNDS_MS, setUpTwoReplicas, until } from '../testing/two-replicas.ts'
import { changeSettings } from './change-settings.ts'
import { LiveSettings } from './live-settings.ts'

const by = { actor: 'eva@test.co', address: null }

describe('of two hubs', () => {
  const two = setUpTwoReplicas(NO_ROUNDS_MS)
  let atA: TestHub
  let atB: TestHub
  beforeEach(async () => {
    const { a, b } = two
    atA = await createTestHub({ db: a.db, readOnly: a.db, bus: a.cluster.bus })
    atB = await createTestHub({ db: b.db, readOnly: b.db, bus: b.cluster.bus })
  })
  afterEach(async () => {
    await atA.close()
    await atB.close()
  })

  const parts = (hub: TestHub, { db }: { db: TestHub['db'] }) => {
    return { db, bus: hub.bus, settings: hub.settings, peopleMail: null }
  }
  const name = (site_name: string, seen?: number) => ({
    patch: { site_name },
    by,
    now: 0,
    ...(seen !== undefined && { seen }),
  })

  test('what one changes counts at the other without a restart', async () => {
    await changeSettings(parts(atA, two.a), name('Patio Norte'))
    await until(async () => {
      const answer = await atB.call('GET', '/api/public-config')
      expect(((await answer.json()) as PublicConfig).siteName).toBe('Patio Norte')
    })
  })

  test('the window comes to the edges, whichever hub they are at', async () => {
    const patch = { suppress_window_ms: 20_000 }
    await changeSettings(parts(atB, two.b), { patch, by, now: 0 })
    const told = { type: 'settings', suppressWindowMs: 20_000 }
    expect(await two.device.next('settings')).toEqual(told)
  })

  test('one of two wins who change the same version at once', async () => {
    const results = await Promise.all([
      changeSettings(parts(atA, two.a), name('Norte', 0)),
      changeSettings(parts(atB, two.b), name('Sur', 0)),
    ])
    expect(results.filter((result) => result === null)).toHaveLength(1)
    const [won] = results.filter((result) => result !== null)
    await until(() => {
      for (const { settings } of [atA, atB]) {
        expect(settings.current.site_name).toBe(won?.settings.site_name)
      }
    })
  })
})

describe('of one hub', () => {
  let store: TempStore
  let live: LiveSettings
  beforeEach(async () => void (store = await openTempStore()))
  afterEach(async () => {
    await live.stop()
    await store.close()
  })
  const open = async (more: Partial<Parameters<typeof LiveSettings.open>[0]> = {}) => {
    const { readOnly } = store
    const config = { siteName: null }
    live = await LiveSettings.open({
      config,
      readOnly,
      bus: createLocalBus(),
      log: silent,
      ...more,
    })
  }
  const stored = (minutes: number) =>
    saveSettings(store.db, [{ key: 'offline_alert_minutes', value: String(minutes) }])

  test('a change that no frame tells of counts after a while', async () => {
    await open({ loadEveryMs: 20 })
    await stored(7)
    await until(() => expect(live.current.offline_alert_minutes).toBe(7))
  })

  test('what was stored before a refresh counts after it, whatever is under way', async () => {
    await open()
    const first = live.refresh()
    await stored(8)
    await Promise.all([first, live.refresh()])
    expect(live.current.offline_alert_minutes).toBe(8)
  })

  test('what was loaded last counts while the database is away, and the log says so once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    await stored(9)
    const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    let isAway = false
    const readOnly = new Proxy(store.readOnly, {
      get(target, key) {
        if (isAway && key === 'selectFrom') throw new Error('away')
        const part: unknown = Reflect.get(target, key)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    await open({ readOnly, log })
    isAway = true
    await stored(10)
    await live.refresh()
    await live.refresh()
    expect(live.current.offline_alert_minutes).toBe(9)
    isAway = false
    await live.refresh()
    expect(live.current.offline_alert_minutes).toBe(10)
    expect(messages()).toEqual([
      'the settings cannot be loaded; what was loaded last counts',
      'the settings are loaded again',
    ])
  })

  test('asks a database that hangs once, and once more for all who asked meanwhile', async () => {
    let asked = 0
    let answer = () => {}
    let isHanging = false
    const readOnly = new Proxy(store.readOnly, {
      get(target, key) {
        const part: unknown = Reflect.get(target, key)
        if (key === 'selectFrom' && isHanging) {
          asked++
          const waits = new Promise<void>((resolve) => void (answer = resolve))
          const query = { selectAll: () => query, where: () => query, execute: () => waits }
          return () => query
        }
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const bus = createLocalBus()
    await open({ readOnly, bus, loadEveryMs: 1000 })
    isHanging = true
    try {
      await vi.advanceTimersByTimeAsync(10_000)
      for (let i = 0; i < 100; i++) bus.emit('settingsChanged', {})
      expect(asked).toBe(1)
    } finally {
      vi.useRealTimers()
      isHanging = false
      answer()
    }
    await stored(7)
    await live.refresh()
    expect(live.current.offline_alert_minutes).toBe(7)
  })
})

test('an agent that is away is in the bell after the minutes that are set', async () => {
  const now = Date.UTC(2026, 10, 28, 12)
  const hub = await createTestHub({ now: () => now })
  const token = await hub.tokenOf('superadmin')
  const agent = { code: 'g1', code_key: 'g1', name: 'G1', created_at: 0 }
  await hub.db
    .insertInto('agents')
    .values({ ...agent, last_seen: now - 6 * 60_000 })
    .execute()
  const kinds = async () => {
    const answer = await hub.call('GET', '/api/alerts', { token })
    return ((await answer.json()) as AlertList).alerts.map(({ kind }) => kind)
  }
  const minutes = (version: number, offline_alert_minutes: number) =>
    hub.call('PATCH', '/api/config/settings', { token, body: { version, offline_alert_minutes } })
  await minutes(0, 10)
  expect(await kinds()).toEqual([])
  await minutes(1, 3)
  await vi.waitFor(async () => expect(await kinds()).toEqual(['agent_offline']), 5000)
  await hub.close()
})
