import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MqttReaderConfig } from '@vehicle-control/edge/readers/mqtt/config'
import { createMqttReader } from '@vehicle-control/edge/readers/mqtt/reader'
import type { ReaderContext, ReaderDisk } from '@vehicle-control/edge/readers/reader-context'
import type { Reader } from '@vehicle-control/edge/readers/reader'
import {
  EmulatedPublisher,
  type PublisherOptions,
} from '@vehicle-control/edge/testing/emulators/smart-reader'
import { readerContext, type Told } from '@vehicle-control/edge/testing/reader-context'
import { type Mosquitto, startMosquitto } from '@vehicle-control/hub/testing/mosquitto'
import { expect, vi } from 'vitest'

const patient = { timeout: 30_000, interval: 10 }

/** A broker, the reader of an edge and those who publish. */
export class MqttRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'mqtt-reader-'))
  readonly #publishers: EmulatedPublisher[] = []
  readonly #readers: Reader[] = []
  /** What the newest reader has reported. */
  context: ReaderContext & Told = readerContext()
  /** Every fault that a reader had, in order. */
  readonly faults: string[] = []
  broker!: Mosquitto

  async startBroker(settings?: readonly string[]): Promise<void> {
    this.broker = await startMosquitto(settings)
  }

  /** Starts the reader, of the same session each time. */
  startReader(
    settings: object = {},
    secrets: Record<string, string> = {},
    disk?: ReaderDisk,
  ): Reader {
    const context = readerContext({ secret: (name) => secrets[name] ?? '', disk })
    this.context = context
    const { url } = this.broker
    const config = {
      id: 'gate',
      type: 'mqtt',
      url,
      topic: 'gate/#',
      clientId: 'edge-1',
      ...settings,
    }
    const reader = createMqttReader(MqttReaderConfig.parse(config), context)
    context.events.onStateChange = () => {
      const { error } = reader.states()[0] ?? {}
      if (error !== undefined) this.faults.push(error)
    }
    this.#readers.push(reader)
    reader.start()
    return reader
  }

  publisher(options: Omit<PublisherOptions, 'url' | 'topic'>): EmulatedPublisher {
    const publisher = new EmulatedPublisher({ url: this.broker.url, topic: 'gate/1', ...options })
    this.#publishers.push(publisher)
    return publisher
  }

  becomes(reader: Reader, state: string): Promise<void> {
    return vi.waitFor(() => expect(reader.states()[0]?.state).toBe(state), patient)
  }

  says(reader: Reader, error: string | RegExp): Promise<void> {
    return vi.waitFor(() => expect(reader.states()[0]?.error).toMatch(error), patient)
  }

  hasRead(...uids: string[]): Promise<void> {
    const read = () => this.context.reads.map(({ uid }) => uid)
    return vi.waitFor(() => expect(read()).toEqual(uids), patient)
  }

  /** A file of passwords with one user. */
  passwords(user: string, password: string): string {
    const file = join(this.folder, 'passwords')
    execFileSync('mosquitto_passwd', ['-b', '-c', file, user, password])
    return file
  }

  async stop(): Promise<void> {
    for (const reader of this.#readers.splice(0)) await reader.stop()
    for (const publisher of this.#publishers.splice(0)) await publisher.stop()
    await this.broker.stop()
    rmSync(this.folder, { recursive: true })
  }
}
