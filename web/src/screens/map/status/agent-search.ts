import { plainText } from '../../../browser/plain-text.ts'
import type { KnownAgent } from '../../../live/known-agent.ts'

/** The agents in whose name, code or location every word of `text` is; accents and case aside. */
export function searchAgents(agents: readonly KnownAgent[], text: string): readonly KnownAgent[] {
  const words = plainText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return agents
  return agents.filter(({ name, code, location }) => {
    const all = plainText(`${name}\n${code}\n${location ?? ''}`)
    return words.every((word) => all.includes(word))
  })
}
