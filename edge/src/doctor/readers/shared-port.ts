import { fault, type Finding } from '../finding.ts'
import { type Machine, targetOf } from '../machine.ts'

/**
 * Readers that are configured to one device under two names, such as `/dev/serial0` and
 * `/dev/ttyAMA0`: the configuration cannot know, and the second of them stays closed for ever.
 */
export function checkSharedPorts(machine: Machine, readers: readonly { id: string }[]): Finding[] {
  const first = new Map<string, string>()
  const found: Finding[] = []
  for (const { id: subject, path } of readers as readonly { id: string; path?: string }[]) {
    const target = path === undefined ? null : targetOf(machine, path)
    if (target === null) continue
    const other = first.get(target)
    if (other === undefined) {
      first.set(target, subject)
      continue
    }
    const text = `${path} es el mismo puerto que el del lector ${other} (${target})`
    const fix = 'en EDGE_CONFIG dé a cada lector el "path" de su propio puerto'
    found.push(fault({ check: 'port-shared', subject, text, fix }))
  }
  return found
}
