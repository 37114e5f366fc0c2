import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { LiveFilters } from '../live-filters.ts'

const TEXTS = LIVE_CONTROLS_TEXTS.filters

/** What the live screen is filtered by, one text for each filter; none where there is none. */
export function filterWords({ text, agent, from, to }: LiveFilters): string[] {
  const named = (name: string, value: string) => (value ? `${name}: ${value}` : '')
  const moment = (wall: string) => wall.replace(/(\d+)-(\d+)-(\d+)T/, '$3/$2/$1 ')
  return [
    named(TEXTS.text, text),
    named(TEXTS.agent, agent),
    named(TEXTS.from, moment(from)),
    named(TEXTS.to, moment(to)),
  ].filter(Boolean)
}
