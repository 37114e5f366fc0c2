import type { VehicleHabit } from '../demo-fleet.ts'
import type { DemoGateCode } from '../demo-gates.ts'
import { around, between, type Random } from './random.ts'

/** A pass of a gate, at so many minutes after the midnight that its day begins with. */
export interface Passage {
  gate: DemoGateCode
  minute: number
}

/** A day of one vehicle or asset. */
export interface DayOfOne {
  /** 0 = Sunday. */
  weekday: number
  random: Random
}

const SATURDAY = 6

/** How likely a vehicle comes at all on a weekday, on a Saturday and on a Sunday. */
const COMES: Record<VehicleHabit, readonly [weekday: number, saturday: number, sunday: number]> = {
  staff: [0.94, 0.4, 0.03],
  works: [0.95, 0.6, 0.08],
  freight: [0.97, 0.7, 0.15],
  visits: [0.45, 0.2, 0.06],
  patrol: [1, 1, 1],
}

/** One of what belongs to a weekday, a Saturday and a Sunday, in this order. */
export function ofWeekday<T>(weekday: number, of: readonly [T, T, T]): T {
  if (weekday === 0) return of[2]
  return weekday === SATURDAY ? of[1] : of[0]
}

/**
 * Where a vehicle passes on a day, in the order of time. By `turn`, a number of its own, it
 * takes turns with those of the same habit.
 */
export function vehicleTrips(habit: VehicleHabit, turn: number, day: DayOfOne): Passage[] {
  if (day.random() >= ofWeekday(day.weekday, COMES[habit])) return []
  return TRIPS[habit](day, turn)
}

const TRIPS: Record<VehicleHabit, (day: DayOfOne, turn: number) => Passage[]> = {
  /** In the morning in, in the afternoon out, and some out for lunch. */
  staff({ weekday, random }) {
    const gate = 'porteria-demo'
    const isShort = weekday === SATURDAY
    const passages = [{ gate, minute: around(random, isShort ? 475 : 442, 60) } as const]
    if (!isShort && random() < 0.35) {
      const out = around(random, 738, 25)
      passages.push({ gate, minute: out }, { gate, minute: out + between(random, 38, 75) })
    }
    return [...passages, { gate, minute: around(random, isShort ? 780 : 1040, 70) }]
  },

  /** Out to its work in the morning and after lunch, and now and then in between. */
  works({ weekday, random }, turn) {
    const gate = turn % 3 === 0 ? 'patio-demo' : 'porteria-demo'
    const trips: [out: number, back: number][] = [
      [around(random, 475, 25), between(random, 690, 735)],
    ]
    if (random() < 0.6) {
      const out = between(random, 565, 600)
      trips.splice(0, 1, [around(random, 475, 25), out - between(random, 20, 50)], [out, 715])
    }
    if (weekday !== SATURDAY) {
      trips.push([around(random, 815, 25), around(random, 1010, 28)])
    }
    const last = trips.at(-1)?.[1] ?? 0
    return [
      { gate, minute: around(random, 418, 22) },
      ...trips.flatMap(([out, back]) => [
        { gate, minute: out } as const,
        { gate, minute: back + between(random, 0, 12) } as const,
      ]),
      { gate, minute: last + between(random, 16, 45) },
    ]
  },

  /** Past the main gate to the yard, to the dock of the warehouse, and the same way out. */
  freight({ weekday, random }, turn) {
    const rounds = ofWeekday(weekday, [WEEKDAY_ROUNDS, SATURDAY_ROUNDS, SUNDAY_ROUNDS])
    return rounds.flatMap(({ minute, share }): Passage[] => {
      if (random() >= share) return []
      const come = around(random, minute + (turn % 5) * TURN_MINUTES, 75)
      const yard = come + between(random, 2, 5)
      const dock = yard + between(random, 5, 12)
      const loaded = dock + between(random, 15, 45)
      const away = loaded + between(random, 4, 9)
      return [
        { gate: 'porteria-demo', minute: come },
        { gate: 'patio-demo', minute: yard },
        { gate: 'bodega-demo', minute: dock },
        { gate: 'bodega-demo', minute: loaded },
        { gate: 'patio-demo', minute: away },
        { gate: 'porteria-demo', minute: away + between(random, 2, 5) },
      ]
    })
  },

  /** In by the main gate to the car park, and some hours later the same way out. */
  visits({ random }) {
    const come = between(random, 520, 930)
    const go = come + between(random, 35, 170)
    return [
      { gate: 'porteria-demo', minute: come },
      { gate: 'visitantes-demo', minute: come + between(random, 1.5, 4) },
      { gate: 'visitantes-demo', minute: go },
      { gate: 'porteria-demo', minute: go + between(random, 1.5, 4) },
    ]
  },

  /** Once around the site every few hours, mostly at night; two guards take turns. */
  patrol({ random }, turn) {
    return PATROLS.filter((_, i) => i % 2 === turn % 2).flatMap((start) => {
      let minute = around(random, start, 50)
      return ROUND.map((gate) => {
        const passage = { gate, minute }
        minute += between(random, 3, 6)
        return passage
      })
    })
  },
}

/** Trucks that come at the same hours do so one after the other. */
const TURN_MINUTES = 24

interface FreightRound {
  /** When the truck comes, in the mean. */
  minute: number
  /** How likely this round is. */
  share: number
}

/** Loaded before the shops open, and again for the next morning. */
const WEEKDAY_ROUNDS: readonly FreightRound[] = [
  { minute: 375, share: 0.95 },
  { minute: 555, share: 0.4 },
  { minute: 735, share: 0.45 },
  { minute: 945, share: 0.95 },
]
const SATURDAY_ROUNDS: readonly FreightRound[] = [
  { minute: 440, share: 0.7 },
  { minute: 640, share: 0.45 },
]
const SUNDAY_ROUNDS: readonly FreightRound[] = [{ minute: 560, share: 1 }]

/** Minutes at which patrols begin. */
const PATROLS = [35, 190, 320, 690, 1180, 1320]
const ROUND = [
  'porteria-demo',
  'patio-demo',
  'bodega-demo',
  'visitantes-demo',
  'porteria-demo',
] as const
