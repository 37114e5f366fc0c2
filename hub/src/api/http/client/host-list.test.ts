import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { machineNames } from '../../../config/machine-names.ts'
import { createTestHub } from '../../../testing/test-hub.ts'
import { createClientAddresses } from './client-address.ts'
import { createHostList } from './host-list.ts'

const proxies = new BlockList()
proxies.addAddress('10.0.0.1')
const addresses = createClientAddresses({ trusted: proxies, tls: false, publicOrigin: null })
const hosts = createHostList({
  names: [
    ...machineNames('Hub-1.site.lan', '127.0.1.1 hub-1.example.org hub-1 # porter\n'),
    'gates',
  ],
  publicOrigin: 'https://control.example',
  forwardedHosts: (req) => addresses.forwardedHosts(req),
})

interface Asked {
  host?: string[]
  url?: string
  forwarded?: string
  from?: string
}
const stranger = ({ host = [], url = '/', forwarded = '', from = '192.0.2.1' }: Asked) => {
  const headers = { 'x-forwarded-host': forwarded }
  const request = { headersDistinct: { host }, headers, url, socket: { remoteAddress: from } }
  // No more of a request is looked at.
  return hosts.unknownHostIn(request as unknown as IncomingMessage)
}

test.each([
  'localhost',
  'LOCALHOST:8080',
  'localhost.',
  '127.0.0.1:8080',
  '192.168.1.5',
  '[::1]:8080',
  '[fd00::5]',
  'control.example',
  'Control.Example:443',
  'gates',
  'hub-1',
  'hub-1.local:8080',
  'hub-1.site.lan',
  'hub-1.example.org.',
])('knows %s', (host) => {
  expect(stranger({ host: [host] })).toBeNull()
})

test.each([
  'stranger.example',
  'localhost.stranger.example',
  'stranger.example:127',
  'hub-1.stranger.example',
  'control.example.stranger.example',
  '127.0.0.1.stranger.example',
  '127.1',
  '2130706433',
  'localhost@stranger.example',
  'stranger.example@localhost',
  'localhost:80@stranger.example',
  'localhost:stranger',
  'localhost:8080, stranger.example',
  'localhost ',
  'localhost..',
  '[stranger.example]',
  '[::1%25eth0]',
  '[::1',
  '::1',
  'ｌocalhost',
  '',
])('does not know «%s»', (host) => {
  expect(stranger({ host: [host] })).toBe(host)
})

test('looks at every place that names a host', () => {
  expect(stranger({ host: ['localhost', 'stranger.example'] })).toBe('stranger.example')
  const url = 'http://stranger.example/api/public-config'
  expect(stranger({ host: ['localhost'], url })).toBe('stranger.example')
  expect(stranger({ host: ['localhost'], url: 'http://127.0.0.1:8080/x' })).toBeNull()
  expect(stranger({ host: ['localhost'], url: '/?u=http://stranger.example/' })).toBeNull()
})

test('hears of other names from a trusted proxy alone, and believes it no more than the browser', () => {
  const forwarded = 'stranger.example'
  expect(stranger({ host: ['10.0.0.9:8080'], forwarded, from: '10.0.0.1' })).toBe(forwarded)
  expect(stranger({ host: ['10.0.0.9:8080'], forwarded })).toBeNull()
  const known = 'control.example'
  expect(stranger({ host: ['10.0.0.9'], forwarded: known, from: '10.0.0.1' })).toBeNull()
  expect(stranger({ host: [forwarded], forwarded: known, from: '10.0.0.1' })).toBe(forwarded)
})

describe('a page whose name was led to the hub', () => {
  const headers = { host: 'stranger.example:8080' }

  test('reads neither the demo’s password nor a page, whatever it sends', async () => {
    const hub = await createTestHub({ demoAllowed: true })
    try {
      for (const path of ['/api/public-config', '/api/made-up', '/api/agents/status']) {
        const answer = await hub.call('GET', path, { headers })
        expect(answer.status).toBe(421)
        expect(await answer.json()).toMatchObject({
          error: 'misdirected',
          message: expect.stringMatching(/«stranger\.example:8080».*HUB_HOSTS/),
        })
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
      const page = await hub.call('GET', '/login', { headers })
      expect(page.status).toBe(421)
      expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await page.text()).toContain('HUB_HOSTS')
      const enrol = { headers: { ...headers, origin: 'http://stranger.example:8080' }, body: {} }
      expect((await hub.call('POST', '/api/agent/enroll', enrol)).status).toBe(421)
    } finally {
      await hub.close()
    }
  })

  test('stops neither an edge nor a balancer that knows the hub by a name of its own', async () => {
    const hub = await createTestHub()
    try {
      const body = { token: 'no such token', code: 'gate-1', name: 'Gate' }
      expect((await hub.call('POST', '/api/agent/enroll', { headers, body })).status).toBe(401)
      for (const path of ['/healthz', '/readyz'])
        expect((await hub.call('GET', path, { headers })).status).toBe(200)
    } finally {
      await hub.close()
    }
  })

  test('is logged once, and not without end', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const hub = await createTestHub({ log })
    try {
      const ask = (host: string) => hub.call('GET', '/', { headers: { host } })
      for (let i = 0; i < 2; i++) await ask('stranger.example')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        host: 'stranger.example',
        address: '192.0.2.1',
      })
      for (let i = 0; i < 150; i++) await ask(`${'x'.repeat(300)}${i}`)
      for (let i = 0; i < 150; i++) await ask(`n${i}.example`)
      expect(lines.length).toBeLessThanOrEqual(100)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(500)
    } finally {
      await hub.close()
    }
  })
})
