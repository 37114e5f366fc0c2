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
  [{}, 'url ponga url, para el stream de un lector, o port, para un webhook'],
  [{ ...STREAM, ...WEBHOOK }, 'url ponga url'],
  [{ port: 8090 }, 'keyEnv falta'],
  [{ ...STREAM, keyEnv: 'GATE_KEY' }, 'keyEnv va con port'],
  [{ ...WEBHOOK, preset: 'default' }, 'preset va con url'],
  [{ url: 'http://root:impinj@reader' }, 'url debe ser la dirección del lector'],
  [{ url: 'http://reader/api/v1' }, 'url debe ser la dirección del lector'],
  [{ ...STREAM, passwordEnv: 'B' }, 'passwordEnv necesita userEnv a su lado'],
  [{ ...STREAM, preset: '../stop' }, 'preset debe nombrar un preset de inventario'],
  [{ ...WEBHOOK, host: 'gate.local' }, 'host debe ser una dirección de este equipo'],
])('HttpReaderConfig refuses %j', (settings, fault) => expect(faultOf(settings)).toContain(fault))
