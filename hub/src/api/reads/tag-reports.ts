import {
  COUNTED_TAG_READS_MAX,
  Done,
  Instant,
  parseScanUid,
  ReportTagRequest,
  TagHistory,
  TagReport,
} from '@vehicle-control/protocol'
import { z } from 'zod'
import { assetsWith } from '../../store/assets/find-assets.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import {
  deleteReport,
  findReport,
  putReport,
  type TagReportRow,
  tagReads,
} from '../../store/reads/tag-reports.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { tagOf } from '../assets/announce-tags.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { ADMINS, PEOPLE } from '../http/callers.ts'
import { apiError, invalidField, tooManyTries } from '../http/errors.ts'

/** Nobody meets more unknown tags in an hour than this. */
export const REPORTS_OF_AN_ACCOUNT = { uses: 60, seconds: 3600 }
/** Characters of a note with what others have added: beyond, the audit log alone has it. */
const JOINED_NOTES_MAX = 1000

/** A read may lie so far ahead of the hub's clock: an agent whose clock is further off is corrected. */
const AHEAD_MAX_MS = 5 * 60_000

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** What becomes of a tag that no asset has: its history, and whoever asks for it to be looked at. */
export const tagReportCalls = [
  declareCall({
    id: 'getTag',
    method: 'GET',
    path: '/api/rfid/tags/:uid',
    who: PEOPLE,
    summary:
      'How often a tag was read in the seven days up to a moment, its open report, and whose it is now',
    query: z.object({ at: Instant.optional().meta({ description: 'Absent: now' }) }),
    answer: TagHistory,
    async handle({ params, query }, { readOnly, now }) {
      const uid = requireUid(params.uid)
      const { reads, firstAt, lastAt } = await tagReads(readOnly, uid, query.at ?? now())
      const report = await findReport(readOnly, uid)
      const [owner] = await assetsWith(readOnly, { plates: [], tags: [uid] })
      return {
        uid,
        reads_7d: Math.min(reads, COUNTED_TAG_READS_MAX),
        capped: reads > COUNTED_TAG_READS_MAX,
        first_at: isoOrNull(firstAt),
        last_at: isoOrNull(lastAt),
        report: report ? viewOf(report) : null,
        asset: owner ? tagOf(owner).asset : null,
      }
    },
  }),
  declareCall({
    id: 'reportTag',
    method: 'POST',
    path: '/api/rfid/tags/:uid/report',
    who: PEOPLE,
    changesAgents: true,
    summary: 'Ask the admins to look at an unknown tag; to a report that is open it adds the note',
    body: ReportTagRequest,
    example: { agent_code: 'gate-1', read_at: '2026-11-25T18:05:00Z', note: 'Camioneta azul' },
    answer: TagReport,
    errors: ['duplicate', 'rate_limited'],
    async handle({ params, body, ...request }, { db, now, reportRateLimit }) {
      const uid = requireUid(params.uid)
      if (body.read_at > now() + AHEAD_MAX_MS) {
        throw invalidField('read_at', 'Está en el futuro; revisa la hora de este equipo')
      }
      const { userId, name } = request.session
      const waitS = await reportRateLimit.waitS(userId)
      if (waitS > 0) throw tooManyTries(waitS)
      return await withLockOfAllHubs(db, async (trx) => {
        const agent = await requireAgent(trx, body.agent_code)
        if ((await assetsWith(trx, { plates: [], tags: [uid] })).length > 0) {
          throw apiError('duplicate', 'Este tag ya está registrado; no hace falta avisar')
        }
        const at = now()
        const { note } = body
        const open = await findReport(trx, uid)
        const first = { agent_id: agent.id, agent_code: agent.code, agent_name: agent.name }
        const who = { reported_by: name, reported_at: at }
        const report: TagReportRow = open
          ? {
              ...open,
              note: joined(open.note, note === '' ? '' : `${name}: ${note}`),
              noted_at: at,
            }
          : { uid, ...first, read_at: body.read_at, note, ...who, noted_at: null }
        const { agent_code, agent_name, ...row } = report
        await putReport(trx, row)
        const detail = { agent: agent.code, read_at: iso(body.read_at), note }
        const what = { at, action: 'tag.report', target: uid, detail }
        await appendAudit(trx, auditEntry(request, what))
        return viewOf({ ...row, agent_code, agent_name })
      })
    },
  }),
  declareCall({
    id: 'dismissTagReport',
    method: 'DELETE',
    path: '/api/rfid/tags/:uid/report',
    who: ADMINS,
    changesAgents: true,
    summary: 'Settle the report of a tag without registering it',
    answer: Done,
    async handle({ params, ...request }, { db, now }) {
      const uid = requireUid(params.uid)
      await withLockOfAllHubs(db, async (trx) => {
        if (!(await deleteReport(trx, uid))) {
          throw apiError('not_found', 'Ese tag no tiene un aviso; puede que ya lo hayan atendido')
        }
        const what = { at: now(), action: 'tag.dismiss', target: uid }
        await appendAudit(trx, auditEntry(request, what))
      })
      return { ok: true as const }
    },
  }),
]

function requireUid(text: string): string {
  const uid = parseScanUid(text)
  if (uid === null) throw apiError('not_found', 'Eso no es un tag')
  return uid
}

const joined = (note: string, added: string) =>
  [note, added].filter(Boolean).join(' · ').slice(0, JOINED_NOTES_MAX)

function viewOf({ read_at, reported_at, ...row }: TagReportRow): TagReport {
  const { uid, agent_code, agent_name, note, reported_by } = row
  const times = { read_at: iso(read_at), reported_at: iso(reported_at) }
  return { uid, agent_code, agent_name, note, reported_by, ...times }
}
