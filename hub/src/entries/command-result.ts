import { AckEvent, CommandResultData, LATE_AFTER_MS, NO_PIN } from '@vehicle-control/protocol'
import { answeredCommands, relayOf, saveCommandResults } from '../store/commands/relay-commands.ts'
import { relayCommands } from '../store/retention.ts'
import type { EntryRow } from './entry.ts'
import { declareAnnounced, type KindOfEntry } from './entry-kind.ts'
import { entryTime } from './entry-time.ts'

/** The result of a relay command, as its edge reported it. */
export interface CommandResultRow extends EntryRow {
  result: CommandResultData
  at: number
  late: boolean
}

/** A result on its way to browsers, before it is known whether its command had timed out. */
export const ReportedResult = AckEvent.omit({ late: true })
export type ReportedResult = ReturnType<typeof ReportedResult.parse>

/** A little more than a relay may be on: for so long a command may still get another result. */
const RESULTS_FOR_MS = 11 * 60_000

const announced = declareAnnounced({
  name: 'acks',
  payload: ReportedResult,
  of: ({ result }: Pick<CommandResultRow, 'result' | 'seq' | 'late'>, { agent: { code } }) => {
    return { agent: { code }, ...result, pin: result.pin ?? NO_PIN }
  },
  // `CommandTimeouts` takes this event and delivers the results.
  deliveries: [],
  missed: {
    by: 'key',
    async find(db, now) {
      const rows = await answeredCommands(db, now - RESULTS_FOR_MS, now - LATE_AFTER_MS)
      return rows.map(({ id, code, state, ok, on_ms: onMs, ...row }) => {
        const reason = ReportedResult.shape.reason.parse(row.reason)
        const result = { state, ok: ok === 1, onMs: onMs ?? 0, reason }
        return { id, agent: { code }, ...relayOf(row), ...result }
      })
    },
    keyOf: ({ agent, id, reason }) => `${agent.code} ${id} ${reason}`,
    emittedAs: 'outcomes',
    foundForMs: RESULTS_FOR_MS,
  },
})

export const commandResult: KindOfEntry<'command_result', CommandResultRow, typeof announced> = {
  kind: 'command_result',
  metric: 'results',
  counter: {
    name: 'vc_command_results_total',
    help: 'What agents answered to relay commands, by reason',
    label: 'reason',
    labels: CommandResultData.shape.reason.options,
    of: ({ result }) => [result.reason, 1],
  },

  row(entry, { epochId, agentId, receivedAt }) {
    const { at, late } = entryTime(entry, receivedAt)
    return { epochId, seq: entry.seq, agentId, receivedAt, result: entry.data, at, late }
  },

  insert: saveCommandResults,

  announced,

  retention: (db, { before }) => [relayCommands(db, before)],
}
