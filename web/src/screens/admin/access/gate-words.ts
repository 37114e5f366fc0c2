import type { AccessGate } from '@vehicle-control/protocol'
import type { StateTone } from '../../../components/StateMark.tsx'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { ACCESS_TEXTS } from '../../../texts/admin/admin-access.ts'

const WORDS = ACCESS_TEXTS.states
const MODES: Readonly<Partial<Record<string, string>>> = ACCESS_TEXTS.modes

/** How a gate's list stands, in words. */
export interface StateWords {
  readonly tone: StateTone
  readonly text: string
}

/** The mode of a gate; one of a newer hub by its name. */
export function modeWords(mode: string): string {
  return MODES[mode] ?? ACCESS_TEXTS.otherMode(mode)
}

/** How the list of a gate stands, by its content; nothing where it needs none. */
export function listState(
  { list, version, connected }: Pick<AccessGate, 'list' | 'version' | 'connected'>,
  site: Pick<SiteTime, 'day' | 'full'>,
  now: number,
): StateWords | null {
  switch (list.state) {
    case 'off':
      return null
    case 'equal':
      // The hub's list may have changed unseen by a gate that is away: nothing confirms that it is equal.
      return connected
        ? { tone: 'good', text: WORDS.equal }
        : { tone: 'warn', text: `${WORDS.away}, ${sinceWords(list, site, now)}` }
    case 'behind':
      return {
        tone: 'warn',
        text: [behindWords(list.behind), sinceWords(list, site, now)].join(', '),
      }
    case 'never':
      return { tone: 'warn', text: WORDS.never }
    case 'held':
      return { tone: 'bad', text: WORDS.held }
    case 'cannot':
      return { tone: 'bad', text: WORDS.cannot(version) }
    default:
      return { tone: 'warn', text: WORDS.unknown(list.state) }
  }
}

function behindWords(edits: number): string {
  return edits === 0 ? WORDS.other : WORDS.behind(formatCount(edits), edits === 1)
}

function sinceWords(
  { confirmed_at }: AccessGate['list'],
  site: Pick<SiteTime, 'day' | 'full'>,
  now: number,
): string {
  if (confirmed_at === null) return WORDS.neverConfirmed
  const at = Date.parse(confirmed_at)
  const full = site.full(at)
  return WORDS.unconfirmed(site.day(at) === site.day(now) ? full.slice(-5) : full)
}
