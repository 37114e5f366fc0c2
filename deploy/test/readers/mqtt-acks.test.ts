import { zebraForm } from '@vehicle-control/edge/testing/emulators/smart-reader'
import { afterEach, beforeEach, it } from 'vitest'
import { MqttRig } from './mqtt-rig.ts'

const UIDS = Array.from({ length: 30 }, (_, i) => `E2003412${1000 + i}`)
/** What a broker sends without an ack. */
const IN_FLIGHT = UIDS.slice(0, 20)

const refuses = {
  isBlocked: true,
  hasRoom: true,
  durable: () => Promise.reject(new Error('no space left')),
}
const stores = { isBlocked: false, hasRoom: true, durable: () => Promise.resolve() }

let rig: MqttRig
beforeEach(() => {
  rig = new MqttRig()
})
afterEach(() => rig.stop())

it.each([5, 4])(
  'leaves at the broker what is not durable, and acks what is, in MQTT %d',
  async (mqttVersion) => {
    await rig.startBroker()
    const blocked = rig.startReader({ mqttVersion }, {}, refuses)
    await rig.becomes(blocked, 'open')
    const zebra = rig.publisher({ form: zebraForm() })
    await zebra.show(...UIDS.map((epc) => ({ epc })))
    await rig.hasRead(...IN_FLIGHT)
    await blocked.stop()

    const mended = rig.startReader({ mqttVersion }, {}, stores)
    await rig.hasRead(...UIDS)
    await mended.stop()

    const last = rig.startReader({ mqttVersion }, {}, stores)
    await rig.becomes(last, 'open')
    await zebra.show({ epc: 'AAAA0001' })
    await rig.hasRead('AAAA0001')
  },
)
