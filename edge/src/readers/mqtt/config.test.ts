import { expect, it } from 'vitest'
import { clientIdOf } from './client-id.ts'
import { MqttReaderConfig } from './config.ts'

const GATE = { id: 'gate', type: 'mqtt', url: 'mqtt://broker:1883', topic: 'ziotc/#' }
const faultOf = (settings: object) => {
  const issue = MqttReaderConfig.safeParse({ ...GATE, ...settings }).error?.issues[0]
  return issue && `${issue.path.join('.')} ${issue.message}`
}

it.each([
  {},
  { url: 'mqtts://[::1]', topic: '+/tags' },
  { topic: 'a/+/b', userEnv: 'GATE_USER', passwordEnv: 'GATE_PASSWORD', caFile: '/etc/ca.pem' },
])('MqttReaderConfig takes %j', (settings) => expect(faultOf(settings)).toBeUndefined())

it.each([
  [{ url: 'http://broker' }, 'url debe ser la dirección del broker'],
  [{ url: 'mqtt://edge:secret@broker' }, 'url debe ser la dirección del broker'],
  [{ url: 'broker' }, 'url debe ser la dirección del broker'],
  [{ topic: '' }, 'topic debe ser un tema o filtro'],
  [{ topic: 'a/#/b' }, 'topic debe ser un tema o filtro'],
  [{ topic: 'a/b+' }, 'topic debe ser un tema o filtro'],
  [{ passwordEnv: 'GATE_PASSWORD' }, 'passwordEnv necesita userEnv a su lado'],
  [{ userEnv: 'is it?' }, 'userEnv debe ser el nombre de una variable de entorno'],
  [{ mqttVersion: 3 }, 'mqttVersion debe ser 5, o 4 para un broker de MQTT 3.1.1'],
  [{ antennas: { one: 'entrada' } }, 'antennas'],
])('MqttReaderConfig refuses %j', (settings, fault) => expect(faultOf(settings)).toContain(fault))

it('the name of a session is its own for each machine, reader and topic, and the same at each start', () => {
  const settings = { id: 'gate', topic: 'ziotc/#', clientId: undefined }
  const names = [
    clientIdOf(settings, 'machine-1'),
    clientIdOf(settings, 'machine-2'),
    clientIdOf({ ...settings, id: 'exit' }, 'machine-1'),
    clientIdOf({ ...settings, topic: 'other' }, 'machine-1'),
  ]
  expect(new Set(names).size).toBe(4)
  expect(clientIdOf(settings, 'machine-1')).toBe(names[0])
  expect(clientIdOf(settings)).toMatch(/^vc-[0-9a-f]{20}$/)
  expect(clientIdOf({ ...settings, clientId: 'edge-1' })).toBe('edge-1')
})
