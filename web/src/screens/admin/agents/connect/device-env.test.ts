import { expect, it } from 'vitest'
import { deviceEnv } from './device-env.ts'

const device = { code: 'gate-1', name: '', location: '' }
const envAt = (url: string) =>
  deviceEnv(url, device, { kind: 'token', token: 'abcdef', expiresAt: '2026-01-01T00:00:00Z' })
const variables = (url: string) =>
  `EDGE_HUB_URL='${url}'\nEDGE_AGENT_CODE='gate-1'\nEDGE_ENROLL_TOKEN='abcdef'\n`

it.each(['https://hub.example', 'http://127.0.0.1:8080', 'http://localhost:8080'])(
  'has variables alone where nobody listens in: %s',
  (url) => {
    expect(envAt(url)).toBe(variables(url))
  },
)

it.each(['http://hub.local', 'http://192.168.1.20:8080'])(
  'says in front that %s is in clear, and does not choose that for the installer',
  (url) => {
    const env = envAt(url)
    expect(env.endsWith(variables(url))).toBe(true)
    const said = env.slice(0, -variables(url).length).trimEnd().split('\n')
    expect(said.join(' ')).toContain('sin cifrar')
    expect(said.filter((line) => !line.startsWith('# '))).toEqual([])
  },
)
