import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadConfig } from './config/config.ts'
import { type Hub, startHub } from './hub.ts'
import { DEMO_LOGIN } from './seed/demo-data.ts'
import { epochRange, epochs, readEntry, TestDevice } from './testing/agent-side.ts'
import { cheapPasswords, silent } from './testing/test-hub.ts'

const [epoch] = epochs
let folder: string
let hub: Hub
let token = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hub-'))
  const env = { HUB_HOST: '127.0.0.1', HUB_PORT: '0', HUB_DATA_DIR: folder, HUB_DEMO: 'account' }
  hub = await startHub(loadConfig(env), silent, cheapPasswords)
  token = (await call<{ token: string }>('POST', '/api/auth/login', DEMO_LOGIN)).token
})
afterEach(async () => {
  await hub.stop()
  await rm(folder, { recursive: true })
})

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(hub.url + path, { method, headers, body: JSON.stringify(body) })
  return (await answer.json()) as T
}

async function joinAs(code: string, lastSeq: number) {
  const { apiKey } = await call<{ apiKey: string }>('POST', '/api/agents', { code, name: 'Norte' })
  const device = new TestDevice(`${hub.url.replace('http', 'ws')}/api/agent/sync`, apiKey)
  await device.opened
  const welcome = await device.hello({ agent: code, epochs: [epochRange(epoch, lastSeq)] })
  return { device, welcome }
}

test('an agent reports, is renamed, is deleted and comes back where it was', async () => {
  const { device } = await joinAs('patio-9', 0)
  const sample = { kind: 'telemetry', data: { type: 'temp', value: 21.5, unit: '°C' } }
  await device.batch(epoch, 0, [readEntry(1), readEntry(2, '', sample)])
  const path = '/api/agents/patio-9'
  expect(await call('GET', `${path}/telemetry?type=temp`)).toMatchObject({
    series: [{ avg: 21.5 }],
  })

  await call('PATCH', path, { name: 'Sur', lat: 4.7, lng: -74 })
  const seen = { code: 'patio-9', name: 'Sur', lat: 4.7, connected: true, online: true, today: 1 }
  await vi.waitFor(async () => {
    const { agents } = await call<{ agents: { code: string }[] }>('GET', '/api/map/agents')
    expect(agents.find((a) => a.code === 'patio-9')).toMatchObject(seen)
  })

  expect(await call('DELETE', path)).toEqual({ ok: true })
  expect(await device.ended).toMatchObject({ code: CloseCode.keyRevoked })

  const { welcome, device: again } = await joinAs('PATIO-9', 2)
  expect(welcome.epochs).toEqual([{ epoch, watermark: 2 }])
  again.socket.close()
})
