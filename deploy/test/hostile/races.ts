import type { Chance } from './chance.ts'
import { raceCode, raceEnrolment, raceReset, raceWall } from './races/single-use.ts'
import { raceDeletion, raceRevocation } from './races/revoked-keys.ts'
import { raceDisabling, raceLogout } from './races/ended-sessions.ts'
import { racePlate } from './races/unique-plate.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

const RACES = [
  raceEnrolment,
  raceReset,
  raceRevocation,
  raceLogout,
  raceDeletion,
  raceDisabling,
  racePlate,
  raceCode,
  raceWall,
]

/** Has several do at once what only one may, and others go on after what ends them. */
export async function openRaces(target: Target) {
  return async function race(chance: Chance, tally: Attempt, n: number): Promise<void> {
    const run = RACES[n % RACES.length]
    await run?.({ target, chance, tally, turn: n })
  }
}
