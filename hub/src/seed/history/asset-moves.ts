import type { AssetHabit } from '../demo-fleet.ts'
import { between, type Random, wholeBetween } from './random.ts'
import { type DayOfOne, ofWeekday, type Passage } from './vehicle-trips.ts'

/** Where an asset is carried past a reader on a day, in the order of time. */
export function assetMoves(habit: AssetHabit, { weekday, random }: DayOfOne): Passage[] {
  const moves = ofWeekday(weekday, MOVES[habit])(random)
  const passages: Passage[] = []
  // A move begins where the last one ended.
  let inYard = random() < 0.5
  for (let i = 0; i < moves; i++) {
    const [from, to] = inYard ? (['patio-demo', 'bodega-demo'] as const) : WAREHOUSE_TO_YARD
    const share = (i + random() * 0.6) / Math.max(1, moves)
    // Slow at noon: most is moved when the trucks are there.
    const minute = START_MINUTE + (share + Math.sin(share * 4 * Math.PI) * 0.07) * WORKING_MINUTES
    passages.push({ gate: from, minute }, { gate: to, minute: minute + between(random, 3, 9) })
    inYard = !inYard
  }
  return passages
}

const START_MINUTE = 395
const WORKING_MINUTES = 670
const WAREHOUSE_TO_YARD = ['bodega-demo', 'patio-demo'] as const

type Moves = (random: Random) => number
const never: Moves = () => 0
const sometimes: (share: number) => Moves = (share) => (random) => (random() < share ? 1 : 0)
const several: (low: number, high: number) => Moves = (low, high) => (random) =>
  wholeBetween(random, low, high)

/** How often an asset is moved on a weekday, on a Saturday and on a Sunday. */
const MOVES: Record<AssetHabit, readonly [Moves, Moves, Moves]> = {
  hauls: [several(6, 10), several(1, 3), never],
  shipped: [several(0, 2), sometimes(0.3), never],
  seldom: [sometimes(0.08), sometimes(0.02), never],
}
