import { between, type Random } from '../../random.ts'

/**
 * Share of the busiest hour's traffic, by hour of the day: a morning, a noon and an evening peak.
 */
const RHYTHM = [
  0.25, 0.25, 0.25, 0.25, 0.3, 0.45, 0.75, 1, 1, 0.8, 0.7, 0.75, 0.9, 0.8, 0.7, 0.7, 0.8, 0.95, 1,
  0.85, 0.6, 0.45, 0.35, 0.3,
]
const FOLLOWED = 0.12
const PARKED = 0.03
const UNKNOWN = 0.04
const PARKED_MS = 60_000

export interface PlannedRead {
  /** Milliseconds after the passage began. */
  afterMs: number
  uid: string
  /** dBm */
  rssi: number
}

export interface TrafficOptions {
  tags: readonly string[]
  /** Vehicles a minute at the busiest hour. */
  ratePerMinute: number
  dayRhythm: boolean
  random: Random
}

/** Generates the vehicles at a gate. Pure: the same random numbers give the same traffic. */
export class Traffic {
  readonly #options: TrafficOptions
  /** Tags of the fleet; the one that passed last stands at the end. */
  readonly #fleet: string[]

  constructor(options: TrafficOptions) {
    this.#options = options
    this.#fleet = [...options.tags]
  }

  /** Milliseconds from one passage to the next at this hour (0 to 23) of the day. */
  nextGapMs(hour: number): number {
    const { ratePerMinute, dayRhythm, random } = this.#options
    const share = dayRhythm ? (RHYTHM[hour] ?? 1) : 1
    const mean = 60_000 / (ratePerMinute * share)
    // Arrivals without memory, as at a real gate, but no hour without a vehicle.
    return Math.min(-Math.log(1 - random()) * mean, mean * 4)
  }

  /** The reads of one vehicle, or of two at once, in the order of their time. */
  nextPassage(): PlannedRead[] {
    const { random } = this.#options
    const reads = this.#vehicle()
    if (random() >= FOLLOWED) return reads
    const delay = between(random, 200, 700)
    for (const read of this.#vehicle()) {
      reads.push({ afterMs: read.afterMs + delay, uid: read.uid, rssi: read.rssi })
    }
    return reads.sort((a, b) => a.afterMs - b.afterMs)
  }

  #vehicle(): PlannedRead[] {
    const { random } = this.#options
    const uid = random() < UNKNOWN ? unknownTag(random) : this.#pickTag()
    return random() < PARKED ? parkedReads(uid, random) : drivingReads(uid, random)
  }

  // From the half that has been away longest: a vehicle that just passed is not back in a second.
  #pickTag(): string {
    const longestAway = Math.ceil(this.#fleet.length / 2)
    const index = Math.floor(this.#options.random() * longestAway)
    const [uid = ''] = this.#fleet.splice(index, 1)
    this.#fleet.push(uid)
    return uid
  }
}

function drivingReads(uid: string, random: Random): PlannedRead[] {
  const count = 3 + Math.floor(random() * 13)
  const peak = between(random, -52, -40)
  const reads: PlannedRead[] = []
  let afterMs = 0
  for (let i = 0; i < count; i++) {
    const fromMiddle = Math.abs((2 * i) / (count - 1) - 1)
    const rssi = peak - 22 * fromMiddle * fromMiddle
    reads.push({ afterMs, uid, rssi: Math.round(rssi) })
    afterMs += between(random, 100, 250)
  }
  return reads
}

function parkedReads(uid: string, random: Random): PlannedRead[] {
  const reads: PlannedRead[] = []
  const level = between(random, -66, -56)
  for (let afterMs = 0; afterMs < PARKED_MS; afterMs += between(random, 400, 1500)) {
    reads.push({ afterMs, uid, rssi: Math.round(level + between(random, -2, 2)) })
  }
  return reads
}

function unknownTag(random: Random): string {
  let uid = 'E280'
  while (uid.length < 24)
    uid += Math.floor(random() * 16)
      .toString(16)
      .toUpperCase()
  return uid
}
