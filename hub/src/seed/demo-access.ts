import type { Rule } from '@vehicle-control/protocol'
import { DEMO_VEHICLES } from './demo-fleet.ts'
import { DEMO_READER } from './demo-gates.ts'

/** By what the main gate of the demo decides. */
export const DEMO_RULE: Rule = {
  id: 1,
  readers: [DEMO_READER],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
  stale: { afterMs: 72 * 3_600_000, answer: 'go_on' },
}

const BLOCKED_PLATE = 'DPA019'
/** The vehicle of the demo that may pass nowhere, by its tag; and for how many days it has been so. */
export const DEMO_BLOCKED = {
  tag: DEMO_VEHICLES.find(({ plate }) => plate === BLOCKED_PLATE)?.tag ?? '',
  days: 9,
}
