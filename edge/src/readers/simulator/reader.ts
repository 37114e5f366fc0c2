import { seededRandom, type Random } from '../../random.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader, TagRead } from '../reader.ts'
import type { SimulatorReaderConfig } from './config.ts'
import { Traffic } from './traffic.ts'

const FIRST_VEHICLE_MS = 500
/** A timer this late means that the machine slept; the traffic of that time is left out. */
const SKIP_BEHIND_MS = 5000

export interface SimulatorContext extends Pick<
  ReaderContext,
  'log' | 'events' | 'monotonic' | 'timers' | 'tap'
> {
  random?: Random
  /** Local hour of the day, 0 to 23. */
  hour?: () => number
}

interface DueRead {
  at: number
  uid: string
  rssi: number
}

/** A reader without hardware. Open from `start` to `stop`. */
export function createSimulator(config: SimulatorReaderConfig, context: SimulatorContext): Reader {
  const { events, monotonic, timers } = context
  const hour = context.hour ?? (() => new Date().getHours())
  const traffic = new Traffic({
    tags: config.tags,
    ratePerMinute: config.ratePerMinute,
    dayRhythm: config.dayRhythm,
    random: context.random ?? (config.seed === undefined ? Math.random : seededRandom(config.seed)),
  })
  let open = false
  let nextPassageAt = 0
  let due: DueRead[] = []
  let cancel = () => {}

  function planPassages(now: number) {
    if (now - nextPassageAt > SKIP_BEHIND_MS) nextPassageAt = now
    if (nextPassageAt > now) return
    while (nextPassageAt <= now) {
      for (const read of traffic.nextPassage()) {
        due.push({ at: nextPassageAt + read.afterMs, uid: read.uid, rssi: read.rssi })
      }
      nextPassageAt += traffic.nextGapMs(hour())
    }
    due.sort((a, b) => a.at - b.at)
  }

  function emitDue(now: number) {
    let count = 0
    for (const read of due) {
      if (read.at > now) break
      count++
      const { uid, rssi } = read
      const tagRead: TagRead = { reader: config.id, uid, mono: now, antenna: 1, rssi }
      context.tap?.read(tagRead)
      events.onRead(tagRead)
    }
    if (count > 0) due = due.slice(count)
  }

  function run() {
    const now = monotonic()
    planPassages(now)
    emitDue(now)
    const wakeAt = Math.min(due[0]?.at ?? nextPassageAt, nextPassageAt)
    // A reader that stopped itself from onRead must not set another timer.
    if (open) cancel = timers.after(Math.max(1, wakeAt - now), run)
  }

  return {
    id: config.id,
    start() {
      if (open) return
      open = true
      nextPassageAt = monotonic() + FIRST_VEHICLE_MS
      cancel = timers.after(FIRST_VEHICLE_MS, run)
      context.log.info({ reader: config.id }, 'simulated reader open')
      events.onStateChange()
    },
    async stop() {
      open = false
      cancel()
      due = []
    },
    states: () => [
      {
        id: config.id,
        type: config.type,
        path: 'simulator',
        state: open ? 'open' : 'closed',
        simulated: true,
        noise: 0,
      },
    ],
  }
}
