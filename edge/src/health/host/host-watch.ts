import type { HostMetric, TelemetryData } from '@vehicle-control/protocol'
import type { Timers } from '../../clock/timers.ts'
import { sensorThreads } from '../../sensors/thread-semaphore.ts'
import { readCardWear } from './card-wear.ts'
import { readCpuTemp } from './cpu-temp.ts'
import { readDiskFree } from './disk-free.ts'
import { readPower } from './power.ts'

/** Undervoltage lasts for moments: one look per minute would miss most of them. */
const LOOK_MS = 5000
const LOOKS_PER_SAMPLE = 12
/** What changes in days, a quarter of an hour apart. */
const LOOKS_PER_SLOW_SAMPLE = 180

const UNITS: Record<HostMetric, string> = {
  cpu_temp: '°C',
  undervoltage: '',
  throttled: '',
  disk_free: '%',
  card_wear: '%',
}

export interface HostWatchOptions {
  /** The folder whose disk counts. */
  dataDir: string
  timers: Timers
  onSample: (sample: TelemetryData) => void
  /** The folder of the kernel's files, where it is not /sys. */
  sysfs?: string
}

/**
 * Measures the machine itself: temperature and power each minute, the worst of the minute, and disk
 * and card each quarter of an hour. What the kernel does not report is not sent.
 */
export class HostWatch {
  readonly #options: HostWatchOptions
  readonly #end = new AbortController()
  #cancel = () => {}
  #looks = 0
  #undervoltage: boolean | null = null
  #throttled: boolean | null = null

  constructor(options: HostWatchOptions) {
    this.#options = options
  }

  /** Measures at once and then every 5 s; a measurement that hangs delays the next. */
  start(): void {
    void this.#look()
  }

  /** No sample comes after it. Idempotent. */
  stop(): void {
    this.#end.abort()
    this.#cancel()
  }

  async #look(): Promise<void> {
    const { signal } = this.#end
    const samples = await sensorThreads
      .run('host', signal, () => this.#measure(this.#looks))
      .catch((error: unknown) => {
        if (signal.aborted) return []
        throw error
      })
    if (signal.aborted) return
    for (const sample of samples) this.#options.onSample(sample)
    this.#looks++
    this.#cancel = this.#options.timers.after(LOOK_MS, () => void this.#look())
  }

  async #measure(looks: number): Promise<TelemetryData[]> {
    const { sysfs = '/sys', dataDir } = this.#options
    const power = await readPower(sysfs)
    this.#undervoltage = worseOf(this.#undervoltage, power.undervoltage)
    this.#throttled = worseOf(this.#throttled, power.throttled)
    const found: Partial<Record<HostMetric, number | boolean | null>> = {}
    if (looks % LOOKS_PER_SAMPLE === 0) {
      found.cpu_temp = await readCpuTemp(sysfs)
      found.undervoltage = this.#undervoltage
      found.throttled = this.#throttled
      this.#undervoltage = null
      this.#throttled = null
    }
    if (looks % LOOKS_PER_SLOW_SAMPLE === 0) {
      found.disk_free = await readDiskFree(dataDir)
      found.card_wear = await readCardWear(sysfs)
    }
    return samplesOf(found)
  }
}

const worseOf = (a: boolean | null, b: boolean | null) => (b === null ? a : a === true || b)

function samplesOf(found: Partial<Record<HostMetric, number | boolean | null>>): TelemetryData[] {
  const metrics = Object.keys(UNITS) as HostMetric[]
  return metrics.flatMap((type) => {
    const value = found[type] ?? null
    return value === null ? [] : [{ type, value: Number(value), unit: UNITS[type] }]
  })
}
