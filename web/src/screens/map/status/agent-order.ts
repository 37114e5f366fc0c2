import type { KnownAgent } from '../../../live/known-agent.ts'

/** Puts agents in the order of their cards: online first, then by name as Spanish has it. */
export type AgentOrder = (agents: readonly KnownAgent[]) => readonly KnownAgent[]

/**
 * Makes an order that remembers the last one by name: ten thousand agents of which few have changed
 * are sorted in a tenth of the time.
 */
export function createAgentOrder(): AgentOrder {
  const names = new Intl.Collator('es', { numeric: true, sensitivity: 'base' })
  let codesByName: readonly string[] = []
  return (agents) => {
    const waiting = new Map(agents.map((agent) => [agent.code, agent]))
    const byName: KnownAgent[] = []
    for (const code of codesByName) {
      const agent = waiting.get(code)
      if (agent && waiting.delete(code)) byName.push(agent)
    }
    byName.push(...waiting.values())
    byName.sort((a, b) => names.compare(a.name, b.name) || names.compare(a.code, b.code))
    codesByName = byName.map(({ code }) => code)
    return [...byName.filter(({ online }) => online), ...byName.filter(({ online }) => !online)]
  }
}

/** The agents of `before` in their old places, as they are now, and new ones after them. */
export function keepPlaces(
  before: readonly KnownAgent[],
  agents: readonly KnownAgent[],
): readonly KnownAgent[] {
  const waiting = new Map(agents.map((agent) => [agent.code, agent]))
  const kept = before.flatMap(({ code }) => {
    const agent = waiting.get(code)
    waiting.delete(code)
    return agent ?? []
  })
  return [...kept, ...waiting.values()]
}
