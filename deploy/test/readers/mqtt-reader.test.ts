import { createCertificate } from '@vehicle-control/edge/testing/certificate'
import {
  impinjForm,
  INVENTORY_RUNNING,
  zebraForm,
} from '@vehicle-control/edge/testing/emulators/smart-reader'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MqttRig } from './mqtt-rig.ts'

const EPC = '7EDA9038051002710002C0AE'
const TID = 'E2801170200014CD9B5A08EC'
const OTHER = 'E20034120123456789000001'
const MINUTE = 60_000

let rig: MqttRig
beforeEach(() => {
  rig = new MqttRig()
})
afterEach(() => rig.stop())

it('reads what Zebra, Impinj and others publish, alone, in arrays and one behind the other', async () => {
  await rig.startBroker()
  const antennas = { 2: 'salida' }
  const reader = rig.startReader({ antennas })
  await rig.becomes(reader, 'open')
  const zebra = rig.publisher({ form: zebraForm() })
  const impinj = rig.publisher({ form: impinjForm(['epc']) })
  await zebra.show({ epc: EPC, antenna: 1, rssi: -62 })
  await rig.hasRead(EPC)
  await impinj.show({ epc: OTHER, antenna: 2, rssi: -55, tid: TID })
  await rig.hasRead(EPC, OTHER)
  const plain = ['AAAAAA01', 'AAAAAA02', 'AAAAAA03', 'AAAAAA04'].map((uid) =>
    JSON.stringify({ uid }),
  )
  await impinj.say(`[${plain[0]},${plain[1]}]`)
  await impinj.say(`${plain[2]}${plain[3]}`)
  await rig.hasRead(EPC, OTHER, 'AAAAAA01', 'AAAAAA02', 'AAAAAA03', 'AAAAAA04')
  const [first, second] = rig.context.reads
  expect(first).toMatchObject({ reader: 'gate', antenna: 1, rssi: -62, count: 1 })
  expect(second).toMatchObject({ reader: 'salida', antenna: 2, rssi: -55, tid: TID })
  expect(reader.states()[0]).toMatchObject({ noise: 0, path: `${rig.broker.url} gate/#` })
})

it('counts what is no tag, and passes over what tells of something else', async () => {
  await rig.startBroker()
  const reader = rig.startReader()
  await rig.becomes(reader, 'open')
  const publisher = rig.publisher({ form: zebraForm() })
  for (const nonsense of ['', 'hello', '{"uid"', '7', '{"uid":"CONNECTED"}', '[{},{"uid":"-"}]']) {
    await publisher.say(nonsense)
  }
  await publisher.say(INVENTORY_RUNNING)
  await publisher.say(`${'x'.repeat(600 * 1024)}`)
  await publisher.show({ epc: EPC })
  await rig.hasRead(EPC)
  // Mosquitto keeps back what is bigger than the reader takes.
  expect(reader.states()[0]).toMatchObject({ state: 'open', noise: 6 })
})

it('gets what the broker kept while the edge was off, with its age, and nothing twice', async () => {
  await rig.startBroker()
  const zebra = rig.publisher({ form: zebraForm() })
  const before = rig.startReader()
  await rig.becomes(before, 'open')
  await zebra.show({ epc: EPC })
  await rig.hasRead(EPC)
  await before.stop()
  await zebra.show({ epc: OTHER, ageMs: 9 * MINUTE }, { epc: EPC, ageMs: 3 * MINUTE })
  const again = impinjForm()({ epc: OTHER }, Date.now() - MINUTE)
  await zebra.say(again)
  await zebra.say(again)
  rig.startReader()
  await rig.hasRead(OTHER, EPC, OTHER)
  const ages = rig.context.reads.map(({ ageMs = 0 }) => Math.floor(ageMs / MINUTE))
  expect(ages).toEqual([9, 3, 1])
})

it.each([5, 4])('reads no tag that the broker merely retained, in MQTT %d', async (mqttVersion) => {
  await rig.startBroker()
  const zebra = rig.publisher({ form: zebraForm() })
  await zebra.say({ uid: OTHER }, { retain: true })
  const reader = rig.startReader({ mqttVersion })
  await rig.becomes(reader, 'open')
  await zebra.show({ epc: EPC })
  await rig.hasRead(EPC)
})

it('warns of a clock that is ahead, and does not believe it', async () => {
  await rig.startBroker()
  const reader = rig.startReader()
  await rig.becomes(reader, 'open')
  const ahead = rig.publisher({ form: zebraForm(), clockMs: 60 * MINUTE })
  await ahead.show({ epc: EPC })
  await rig.hasRead(EPC)
  expect(rig.context.reads[0]?.ageMs).toBeUndefined()
  expect(reader.states()[0]?.warning).toMatch(/^the clock of C4:7D:CC:FF:FF:FF is 3600 s ahead;/)
})

it('waits for a broker that is away, and reads again when it is back', async () => {
  await rig.startBroker()
  const reader = rig.startReader()
  await rig.becomes(reader, 'open')
  await rig.broker.kill()
  await rig.says(reader, 'ECONNREFUSED')
  await rig.broker.restart()
  await rig.becomes(reader, 'open')
  await rig.publisher({ form: zebraForm() }).show({ epc: EPC })
  await rig.hasRead(EPC)
  const lost = rig.context.logged.filter((line) => line === 'broker lost, retrying')
  expect(lost).toHaveLength(1)
})

it('says under which name it was closed, as when another client has the same', async () => {
  await rig.startBroker()
  const first = rig.startReader()
  await rig.becomes(first, 'open')
  const second = rig.startReader()
  const closed = 'the broker closed the connection of edge-1'
  await vi.waitFor(() => expect(rig.faults[0]).toBe(closed))
  await second.stop()
  await rig.becomes(first, 'open')
})

it('loses nothing when it is stopped while the reads come', async () => {
  await rig.startBroker()
  const uids = Array.from({ length: 300 }, (_, i) => `E2003412${1000 + i}`)
  const first = rig.startReader()
  await rig.becomes(first, 'open')
  const { reads } = rig.context
  const published = rig.publisher({ form: zebraForm() }).show(...uids.map((epc) => ({ epc })))
  await vi.waitFor(() => expect(reads.length).toBeGreaterThan(10))
  await first.stop()
  rig.startReader()
  await published
  const seen = () => new Set([...reads, ...rig.context.reads].map(({ uid }) => uid))
  await vi.waitFor(() => expect(seen()).toEqual(new Set(uids)), { timeout: 30_000 })
})

it.each([5, 4] as const)(
  'gives user and password over TLS, in MQTT version %d',
  async (mqttVersion) => {
    const { cert, key } = createCertificate(rig.folder)
    await rig.startBroker([
      'user root',
      'allow_anonymous false',
      `password_file ${rig.passwords('edge', 'right')}`,
      `certfile ${cert}`,
      `keyfile ${key}`,
    ])
    const url = rig.broker.url.replace('mqtt:', 'mqtts:')
    const settings = { url, mqttVersion, userEnv: 'GATE_USER', passwordEnv: 'GATE_PASSWORD' }
    const unknown = rig.startReader(settings, { GATE_USER: 'edge', GATE_PASSWORD: 'right' })
    await rig.says(unknown, /self.signed certificate/)
    await unknown.stop()
    const known = { ...settings, caFile: cert }
    const wrong = rig.startReader(known, { GATE_USER: 'edge', GATE_PASSWORD: 'wrong' })
    await rig.says(wrong, 'the broker refuses user or password')
    await wrong.stop()
    const right = rig.startReader(known, { GATE_USER: 'edge', GATE_PASSWORD: 'right' })
    await rig.becomes(right, 'open')
  },
)

it('says which file of authorities it cannot read', async () => {
  await rig.startBroker()
  const reader = rig.startReader({ caFile: '/nowhere/ca.pem' })
  await rig.says(reader, 'caFile /nowhere/ca.pem cannot be read (ENOENT)')
})
