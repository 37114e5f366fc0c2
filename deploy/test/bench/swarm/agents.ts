import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import type { KnownAgent } from './many-agents.ts'
import { StormAgent } from './storm-agent.ts'

/** What the process of the agents is to do. */
export interface StormTask {
  url: string
  agents: KnownAgent[]
  entries: number
}

export interface StormReport {
  /** Agents all of whose entries were acked. */
  done: number
  /** Ends of connections by close code. */
  closes: Record<number, number>
}

const REPORT_EVERY_MS = 200

process.on('message', ({ url, agents, entries }: StormTask) => {
  const report: StormReport = { done: 0, closes: {} }
  setInterval(() => process.send?.(report), REPORT_EVERY_MS)
  for (const { code, key } of agents) {
    const agent = new StormAgent({
      url,
      code,
      key,
      entries,
      epoch: newEpoch(),
      onClose: (closeCode) => (report.closes[closeCode] = (report.closes[closeCode] ?? 0) + 1),
      onDone: () => report.done++,
    })
    agent.connect()
  }
})
