import type { Chance } from './chance.ts'
import { raceEnrolment, raceReset } from './races/single-use.ts'
import { raceDeletion, raceRevocation } from './races/revoked-keys.ts'
import { raceDisabling, raceLogout } from './races/ended-sessions.ts'
import { racePlate } from './races/unique-plate.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

const RACES = [
  raceEnrolment,
  raceReset,
  raceRevocation,
  raceDeletion,
  raceLogout,
  raceDisabling,
  racePlate,
]

/** Has several do at once what only one may, and others go on after what ends them. */
export async function openRaces(target: Target) {
  let turn = 0
  return async function race(chance: Chance, tally: Tally): Promise<void> {
    const run = RACES[turn % RACES.length]
    await run?.({ target, chance, tally, turn: turn++ })
  }
}
