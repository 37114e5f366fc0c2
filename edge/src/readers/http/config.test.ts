import { expect, it } from 'vitest'
import { HttpReaderConfig } from './config.ts'

const faultOf = (settings: object) => {
  const issue = HttpReaderConfig.safeParse({ id: 'gate', type: 'http', ...settings }).error
    ?.issues[0]
  return issue && `${issue.path.join('.')} ${issue.message}`
}
const STREAM = { url: 'https://impinj-01-23-45.local' }
const WEBHOOK = { port: 8090, keyEnv: 'GATE_KEY' }

it.each([
  STREAM,
  { ...STREAM, preset: 'default', userEnv: 'A', passwordEnv: 'B', caFile: '/etc/ca.pem' },
  WEBHOOK,
  { ...WEBHOOK, host: '0.0.0.0', hookPath: '/reads', antennas: { 1: 'entrada' } },
])('HttpReaderConfig takes %j', (settings) => expect(faultOf(settings)).toBeUndefined())

it.each([
  [{}, 'url give either url, for the stream of a reader, or port, for a webhook'],
  [{ ...STREAM, ...WEBHOOK }, 'url give either url'],
  [{ port: 8090 }, 'keyEnv is missing'],
  [{ ...STREAM, keyEnv: 'GATE_KEY' }, 'keyEnv goes with port'],
  [{ ...WEBHOOK, preset: 'default' }, 'preset goes with url'],
  [{ url: 'http://root:impinj@reader' }, 'url must be the address of the reader'],
  [{ url: 'http://reader/api/v1' }, 'url must be the address of the reader'],
  [{ ...STREAM, passwordEnv: 'B' }, 'passwordEnv needs userEnv beside it'],
  [{ ...STREAM, preset: '../stop' }, 'preset must name an inventory preset'],
  [{ ...WEBHOOK, host: 'gate.local' }, 'host must be an address of this machine'],
])('HttpReaderConfig refuses %j', (settings, fault) => expect(faultOf(settings)).toContain(fault))
