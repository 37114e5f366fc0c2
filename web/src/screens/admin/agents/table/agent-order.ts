import type { AgentDetail } from '@vehicle-control/protocol'

const knownRanks = new Map<string, ReadonlyMap<string, number>>()

/** The columns that sort. */
export const SORTS = ['state', 'code', 'name', 'location', 'lastIp', 'lastSeen', 'reads'] as const
export type SortKey = (typeof SORTS)[number]

/** By what the table is sorted, and which way. */
export interface AgentSort {
  readonly key: SortKey
  readonly isDown: boolean
}

const nameOf = ({ name, code }: AgentDetail) => name || code
const textOf: Partial<Record<SortKey, (agent: AgentDetail) => string | null>> = {
  code: ({ code }) => code,
  name: nameOf,
  location: ({ location }) => location,
  lastIp: ({ last_ip }) => last_ip,
}
const numberOf: Partial<Record<SortKey, (agent: AgentDetail) => number>> = {
  state: ({ online, connected }) => (online ? 0 : 2) - (connected ? 1 : 0),
  lastSeen: ({ last_seen }) => (last_seen === null ? 0 : Date.parse(last_seen)),
  reads: ({ readings_count }) => readings_count,
}

/** A sorted copy; equal ones are sorted by name, and empty values come last. */
export function sortAgents(agents: readonly AgentDetail[], sort: AgentSort): AgentDetail[] {
  const way = sort.isDown ? -1 : 1
  const names = rankTexts('name', agents.map(nameOf))
  const text = textOf[sort.key]
  const texts =
    text &&
    rankTexts(
      sort.key,
      agents.map((agent) => text(agent) ?? ''),
    )
  const number = numberOf[sort.key]
  const keyed = agents.map((agent) => {
    const own = texts ? (texts.get(text?.(agent) ?? '') ?? 0) : (number?.(agent) ?? 0)
    return {
      agent,
      own,
      isEmpty: texts !== undefined && !text?.(agent),
      name: names.get(nameOf(agent)) ?? 0,
    }
  })
  keyed.sort((a, b) => {
    if (a.isEmpty !== b.isEmpty) return a.isEmpty ? 1 : -1
    return (a.own - b.own) * way || a.name - b.name
  })
  return keyed.map(({ agent }) => agent)
}

/** The agents that hold every word of the text in name, code, location or address, accents aside. */
export function searchAgents(agents: readonly AgentDetail[], text: string): readonly AgentDetail[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return agents
  return agents.filter(({ name, code, location, last_ip }) => {
    const all = plain(`${name}\n${code}\n${location ?? ''}\n${last_ip ?? ''}`)
    return words.every((word) => all.includes(word))
  })
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}

let collator: Intl.Collator | undefined

/**
 * The place of each text among these, as people sort them; equal ones share it. Comparing thousands
 * of texts blocks a slow machine, so the ranks of the last call under this name are used again
 * until a new text comes.
 */
function rankTexts(name: string, texts: readonly string[]): ReadonlyMap<string, number> {
  const before = knownRanks.get(name)
  if (before && texts.every((text) => before.has(text))) return before
  const { compare } = (collator ??= new Intl.Collator('es', { numeric: true, sensitivity: 'base' }))
  const ranks = new Map<string, number>()
  let last: string | null = null
  let rank = 0
  for (const text of [...new Set(texts)].toSorted(compare)) {
    if (last !== null && compare(last, text) !== 0) rank += 1
    ranks.set(text, rank)
    last = text
  }
  knownRanks.set(name, ranks)
  return ranks
}
