import mqtt, { type MqttClient } from 'mqtt'
import type { ShownTag } from './emulator.ts'

/** How a smart reader writes a tag that it read at `at` (milliseconds since 1970, by its clock). */
export type MessageForm = (tag: ShownTag, at: number) => object

/** Zebra's IoT Connector: an FX9600 in the mode SIMPLE, all metadata on. */
export function zebraForm(): MessageForm {
  let eventNum = 0
  return ({ epc, antenna = 1, rssi = -62, tid }, at) => ({
    type: 'SIMPLE',
    timestamp: new Date(at).toISOString().replace('Z', '+0000'),
    data: {
      MAC: 'C4:7D:CC:FF:FF:FF',
      antenna,
      eventNum: ++eventNum,
      format: 'epc',
      idHex: epc,
      peakRssi: rssi,
      reads: 1,
      ...(tid !== undefined && { TID: tid }),
    },
  })
}

/** Impinj's IoT device interface: an R700 whose preset reports the EPC as hex, base64 or both. */
export function impinjForm(epcs: readonly ('epc' | 'epcHex')[] = ['epc', 'epcHex']): MessageForm {
  return ({ epc, antenna = 1, rssi = -62, tid }, at) => ({
    timestamp: new Date(at).toISOString(),
    hostname: 'impinj-01-23-45',
    eventType: 'tagInventory',
    tagInventoryEvent: {
      ...(epcs.includes('epc') && { epc: Buffer.from(epc, 'hex').toString('base64') }),
      ...(epcs.includes('epcHex') && { epcHex: epc }),
      ...(tid !== undefined && { tidHex: tid }),
      antennaPort: antenna,
      antennaName: `ANTENNA-${antenna}`,
      peakRssiCdbm: rssi * 100,
    },
  })
}

/** An R700's event that its inventory runs. */
export const INVENTORY_RUNNING = {
  timestamp: '2026-04-02T12:00:00Z',
  eventType: 'inventoryStatus',
  inventoryStatusEvent: { inventoryStatus: 'running' },
}

export interface PublisherOptions {
  /** Of the broker. */
  url: string
  topic: string
  form: MessageForm
  /** How far the reader's clock is ahead. */
  clockMs?: number
}

/** A smart reader made up, at a broker: it publishes at QoS 1 what it reads. */
export class EmulatedPublisher {
  readonly #options: PublisherOptions
  readonly #client: MqttClient

  constructor(options: PublisherOptions) {
    this.#options = options
    this.#client = mqtt.connect(options.url, { protocolVersion: 5, reconnectPeriod: 50 })
  }

  /** Resolves once the broker has each of the tags. */
  async show(...tags: ShownTag[]): Promise<void> {
    const { form, clockMs = 0 } = this.#options
    for (const tag of tags) await this.say(form(tag, Date.now() + clockMs - (tag.ageMs ?? 0)))
  }

  /** Publishes anything: an object as JSON, a text as it is. */
  async say(message: object | string, options: { retain?: boolean } = {}): Promise<void> {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    await this.#client.publishAsync(this.#options.topic, text, { qos: 1, ...options })
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(true)
  }
}
