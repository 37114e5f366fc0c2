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
  [{ url: 'http://broker' }, 'url must be the address of the broker'],
  [{ url: 'mqtt://edge:secret@broker' }, 'url must be the address of the broker'],
  [{ url: 'broker' }, 'url must be the address of the broker'],
  [{ topic: '' }, 'topic must be a topic or filter'],
  [{ topic: 'a/#/b' }, 'topic must be a topic or filter'],
  [{ topic: 'a/b+' }, 'topic must be a topic or filter'],
  [{ passwordEnv: 'GATE_PASSWORD' }, 'passwordEnv needs userEnv beside it'],
  [{ userEnv: 'is it?' }, 'userEnv must be the name of an environment variable'],
  [{ mqttVersion: 3 }, 'mqttVersion must be 5, or 4 for a broker of MQTT 3.1.1'],
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
