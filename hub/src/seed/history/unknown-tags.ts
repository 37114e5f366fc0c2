import { REGULAR_UNKNOWN_TAG } from '../demo-fleet.ts'
import { around, between, type Random, wholeBetween } from './random.ts'
import { type DayOfOne, ofWeekday, type Passage } from './vehicle-trips.ts'

/** A tag that no asset has, and where it is read. */
interface UnknownTagPassage extends Passage {
  uid: string
}

/** Where unknown tags are mostly read. */
const GATES = [
  'visitantes-demo',
  'visitantes-demo',
  'visitantes-demo',
  'porteria-demo',
  'porteria-demo',
  'patio-demo',
] as const

/** The tags that no asset has on a day: a few that come once, and one that is there again and again. */
export function unknownTagsOf({ weekday, random }: DayOfOne): UnknownTagPassage[] {
  const [few, many] = ofWeekday(weekday, [
    [4, 9],
    [2, 5],
    [1, 3],
  ] as const)
  const passages: UnknownTagPassage[] = []
  for (let left = wholeBetween(random, few, many); left > 0; left--) {
    const uid = randomUnknownTag(random)
    const gate = GATES[Math.floor(random() * GATES.length)] ?? GATES[0]
    const minute = around(random, 760, 340)
    passages.push({ uid, gate, minute })
    if (random() < 0.35) passages.push({ uid, gate, minute: minute + between(random, 4, 90) })
  }
  const gate = 'visitantes-demo'
  const uid = REGULAR_UNKNOWN_TAG
  /** It drives past the main gate on its way to the visitors' car park. */
  const pass = (minute: number) =>
    passages.push({ uid, gate: 'porteria-demo', minute: minute - 2 }, { uid, gate, minute })
  if (random() < ofWeekday(weekday, [0.85, 0.35, 0.3])) {
    pass(around(random, 1128, 30))
  }
  if (random() < 0.3) pass(between(random, 1365, 1430))
  return passages
}

function randomUnknownTag(random: Random): string {
  let uid = 'E280'
  while (uid.length < 24) {
    uid += Math.floor(random() * 16)
      .toString(16)
      .toUpperCase()
  }
  return uid
}
