import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../rig/site.ts'
import { DEAR_ENTRIES, packed } from './floods/dear-entries.ts'
import { entryBytes } from './floods/entry-bytes.ts'
import { FloodLine } from './floods/flood-line.ts'
import { OtherGate } from './floods/other-gate.ts'
import { peakMemory } from './peak-memory.ts'
import { RawWebSocket } from './raw-web-socket.ts'
import type { Attack } from './attack.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

const FLOODING = 'llave-ajena'
const NEIGHBOUR = 'puerta-vecina'
// None of those that the frames are of.
const EPOCH = '7'.repeat(16)
/** Of one sort, before the next. */
const SORT_MS = 3000
const FRAMES_OF_SUITE = 1
const FRAME_BYTES = 125 * 1024
const KNOWN_TAGS = 100

const COMMANDS_P99_MS = 250
const GROWTH_MAX = 10
const RESIDENT_MAX_BYTES = 512 * 1024 * 1024

/** Has one key flood the hub with what costs it most, while people work with another gate. */
export async function openFloods(target: Target, isShort: boolean): Promise<Attack> {
  const key = await target.enroll(FLOODING)
  const rows = Array.from({ length: KNOWN_TAGS }, (_, n) => {
    const plate = `ZZ${String(n).padStart(4, '0')}`
    return { plate, model: 'Carro', owner: 'Vecino', rfid_tag: `C0DE${n}` }
  })
  await target.client.post('/api/vehicles/import', { rows })
  const flood = new Flood(target, key, isShort)
  const before = await entryBytes(target.database)
  const gate = await OtherGate.open(target.client, NEIGHBOUR)
  const sorts = flood.sorts()

  const attack: Attack = async (_chance, attempt, n) => {
    await sorts[n % sorts.length]?.(attempt)
  }
  attack.end = async (attempt) => {
    flood.end()
    const { pressed, refused, lost, late, atGate, stored } = await gate.end()
    const grown = (await settledBytes(target.database)) - before
    const ratio = grown / flood.sentBytes
    const resident = peakMemory(target.hubProcess.process.pid)
    if (lost > (!isShort ? 0 : refused))
      attempt.fault(`${lost} of ${pressed} commands of another gate were lost`)
    if (late > 0) attempt.fault(`${late} commands of another gate came after their time`)
    if (ratio > GROWTH_MAX) attempt.fault(`${grown} bytes on disk for ${flood.sentBytes} sent`)
    if (!isShort && stored.p99 > COMMANDS_P99_MS) {
      attempt.fault(`commands of another gate took ${stored.p99.toFixed(0)} ms (p99)`)
    }
    if (!isShort && resident > RESIDENT_MAX_BYTES) attempt.fault(`the hub took ${resident} bytes`)
    const ms = (of: typeof atGate) =>
      `p50 ${of.p50.toFixed(0)}, p99 ${of.p99.toFixed(0)}, longest ${of.longest.toFixed(0)} ms`
    return (
      `one key sent ${megabytes(flood.sentBytes)} of ${sorts.length} sorts, ` +
      `${megabytes(grown)} on disk (${ratio.toFixed(1)} ×); of ${pressed} commands at another gate ` +
      `${refused} refused, ${late} late and ${lost - refused} lost, at the gate after ${ms(atGate)}, ` +
      `their results stored after ${ms(stored)}; the hub's memory at its peak ${megabytes(resident)}`
    )
  }
  return attack
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** What stands on disk when nothing more is being stored. */
async function settledBytes(database: string): Promise<number> {
  let last = await entryBytes(database)
  return await until('the last entries', async () => {
    await delay(500)
    const bytes = await entryBytes(database)
    const isSettled = bytes === last
    last = bytes
    return isSettled && bytes
  })
}

type Sort = (attempt: Attempt) => Promise<void>

/** What one key can send. */
class Flood {
  readonly #target: Target
  readonly #key: string
  readonly #isShort: boolean
  readonly #line: FloodLine
  #attempt: Attempt | null = null
  /** The last seq that was sent. */
  #seq = 0
  #n = 0
  #epochs = 1
  #slowBytes = 0

  constructor(target: Target, key: string, isShort: boolean) {
    this.#target = target
    this.#key = key
    this.#isShort = isShort
    const agent = { url: target.url, key, code: FLOODING }
    this.#line = new FloodLine(agent, (outcome) => this.#attempt?.count(outcome))
  }

  get sentBytes(): number {
    return this.#line.sentBytes + this.#slowBytes
  }

  sorts(): Sort[] {
    const ofEntries = Object.values(DEAR_ENTRIES).flatMap((make) => {
      const batches = () => {
        const { frame, last, next } = packed({ type: 'batch', epoch: EPOCH }, make, this.#place())
        this.#seq = last
        this.#n = next
        return frame
      }
      const lives = () => {
        const { frame, next } = packed({ type: 'live', epoch: EPOCH }, make, this.#place())
        this.#n = next
        return frame
      }
      return [batches, lives]
    })
    const again = packed({ type: 'batch', epoch: EPOCH }, DEAR_ENTRIES['bad readers'] as never, {
      ...this.#place(),
      prev: 0,
    })
    return [
      ...ofEntries.map((frame) => (attempt: Attempt) => this.#send(attempt, frame)),
      (attempt) => this.#send(attempt, () => again.frame),
      (attempt) => this.#send(attempt, () => '{"type":"joined","mono":1,"join":"x"}'),
      (attempt) => this.#send(attempt, () => '{"type":"ping","mono":1}'),
      // What is no hello, by the thousand elements.
      (attempt) => this.#send(attempt, () => `{"type":"hello","epochs":[${'0,'.repeat(60_000)}0]}`),
      (attempt) => this.#manyEpochs(attempt),
      (attempt) => this.#slowFrames(attempt),
    ]
  }

  #place() {
    return { prev: this.#seq, n: this.#n, maxBytes: FRAME_BYTES }
  }

  async #send(attempt: Attempt, frame: () => string): Promise<void> {
    this.#attempt = attempt
    const isOver = this.#over(FRAMES_OF_SUITE)
    while (!isOver()) {
      if (!this.#line.isOpen) await this.#greet()
      await this.#line.send(frame())
    }
  }

  /** Until the time of a sort is over, or in the suite so many rounds. */
  #over(rounds: number): () => boolean {
    const end = performance.now() + SORT_MS
    let done = 0
    return () => (this.#isShort ? done++ >= rounds : performance.now() > end)
  }

  async #greet(): Promise<void> {
    const range = { epoch: EPOCH, firstSeq: 1, lastSeq: this.#seq, lowestHeld: null }
    const watermarks = await this.#line.greet([range])
    this.#seq = watermarks?.get(EPOCH) ?? this.#seq
  }

  /** Says hello over and over, each time as a device of 400 epochs that nobody knew. */
  async #manyEpochs(attempt: Attempt): Promise<void> {
    this.#attempt = attempt
    const isOver = this.#over(2)
    while (!isOver()) {
      const ranges = Array.from({ length: 400 }, () => {
        const epoch = (this.#epochs++)
          .toString(8)
          .padStart(16, '0')
          .replace(/./g, (digit) => 'abcdefgh'[Number(digit)] ?? 'a')
        return { epoch, firstSeq: 1, lastSeq: 1, lowestHeld: null }
      })
      await this.#line.greet(ranges)
    }
    this.#line.close()
  }

  /** Begins large frames on many connections, and sends the rest of them a byte at a time. */
  async #slowFrames(attempt: Attempt): Promise<void> {
    const sockets: RawWebSocket[] = []
    const begun = Buffer.concat([
      Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0xf0, 0, 1, 2, 3, 4]),
      Buffer.alloc(100_000),
    ])
    for (let i = 0; i < 8; i++) {
      const socket = await RawWebSocket.open(this.#target.url, {
        authorization: `Bearer ${this.#key}`,
      }).catch(() => null)
      if (socket === null) continue
      socket.write(begun)
      this.#slowBytes += begun.length
      sockets.push(socket)
    }
    const isOver = this.#over(5)
    while (!isOver()) {
      for (const socket of sockets) socket.write(Buffer.from([0]))
      await delay(20)
    }
    for (const socket of sockets) {
      attempt.count(socket.isOver ? socket.ending : 'not ended')
      socket.destroy()
    }
  }

  end(): void {
    this.#line.close()
  }
}
