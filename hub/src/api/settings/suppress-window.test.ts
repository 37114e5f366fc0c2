import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => void (hub = await createTestHub()))
afterEach(() => hub.close())

test('clamps the suppression window, tells the edges, and answers under both names', async () => {
  const token = await hub.tokenOf('admin')
  const told: number[] = []
  hub.bus.on('suppressWindow', (ms) => told.push(ms))
  const paths = ['/api/settings/suppress-window', '/api/admin/settings/suppress-window']
  for (const path of paths) {
    for (const [ms, stored] of [
      [1, 10_000],
      [9e9, 600_000],
      [45_000.4, 45_000],
    ]) {
      const put = await hub.call('PUT', path, { token, body: { ms } })
      expect(await put.json()).toEqual({ ms: stored })
      for (const other of paths) {
        expect(await (await hub.call('GET', other, { token })).json()).toEqual({ ms: stored })
      }
    }
  }
  expect(told).toEqual([10_000, 600_000, 45_000, 10_000, 600_000, 45_000])
})

test('is not for operators', async () => {
  const token = await hub.tokenOf('operator')
  const put = await hub.call('PUT', '/api/settings/suppress-window', { token, body: { ms: 1 } })
  expect(put.status).toBe(403)
})
