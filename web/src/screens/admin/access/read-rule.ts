import type { AssetKind, GivenRule, WeeklySpan } from '@vehicle-control/protocol'
import { RELAY_PINS } from '../../../relays/relay-key.ts'

type Raw = Readonly<Record<string, unknown>>

const FIELDS = ['id', 'readers', 'direction', 'who', 'kinds', 'hours', 'relay', 'onMs', 'stale']
const KINDS: readonly AssetKind[] = ['vehicle', 'product', 'furniture']
const DIRECTIONS = ['in', 'out', 'both'] as const
const ANSWERS = ['go_on', 'refuse'] as const

/**
 * A stored rule; null where it says anything that this page does not know. As at a gate, that may be what
 * forbids: such a rule is neither told nor saved again without it.
 */
export function readRule(raw: Raw): GivenRule | null {
  if (!hasOnly(raw, FIELDS)) return null
  const [id, onMs] = [numberOf(raw['id']), numberOf(raw['onMs'])]
  const readers = listOf(raw['readers'], textOf)
  const direction = DIRECTIONS.find((one) => one === raw['direction'])
  const who = raw['who'] === 'registered' ? raw['who'] : listOf(raw['who'], numberOf)
  const kinds = listOf(raw['kinds'], (kind) => KINDS.find((one) => one === kind) ?? null)
  const hours = raw['hours'] === null ? null : (listOf(raw['hours'], spanOf) ?? undefined)
  const relay = relayOf(raw['relay'])
  const stale = staleOf(raw['stale'])
  if (id === null || onMs === null || !readers || !direction || !who || !kinds) return null
  if (hours === undefined || !relay || !stale) return null
  return { id, readers, direction, who, kinds, hours, relay, onMs, stale }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

function membersOf(value: unknown, names: readonly string[]): Raw | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const raw: Raw = { ...value }
  return hasOnly(raw, names) ? raw : null
}

function hasOnly(raw: Raw, names: readonly string[]): boolean {
  return Object.keys(raw).every((name) => names.includes(name))
}

/** The items of a list; null where it is none, empty, or holds one that is not known. */
function listOf<T>(value: unknown, itemOf: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const items: T[] = []
  for (const one of value) {
    const item = itemOf(one)
    if (item === null) return null
    items.push(item)
  }
  return items
}

function spanOf(value: unknown): WeeklySpan | null {
  const raw = membersOf(value, ['days', 'from', 'to'])
  const [days, from, to] = [raw?.['days'], raw?.['from'], raw?.['to']].map(numberOf)
  return days == null || from == null || to == null ? null : { days, from, to }
}

function relayOf(value: unknown): GivenRule['relay'] | null {
  const raw = membersOf(value, ['pin', 'name'])
  const pin = RELAY_PINS.find((one) => one === raw?.['pin'])
  const name = textOf(raw?.['name'])
  if (pin !== undefined && name === null) return { pin }
  return name !== null && raw?.['pin'] === undefined ? { name } : null
}

function staleOf(value: unknown): GivenRule['stale'] | null {
  const raw = membersOf(value, ['afterMs', 'answer'])
  const afterMs = numberOf(raw?.['afterMs'])
  const answer = ANSWERS.find((one) => one === raw?.['answer'])
  return afterMs === null || !answer ? null : { afterMs, answer }
}
