import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AccessPreview,
  decide,
  type GivenRule,
  type HeldPolicy,
  type ListRow,
  policyOffsets,
  readPolicy,
  SEARCHED_READS_MAX,
} from '@vehicle-control/protocol'
import type { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import { labelsOf, previewPage, rowsOfTags } from '../store/access/preview-reads.ts'
import type { Db } from '../store/database.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const PAGE_READS = 2000
const LISTED_MAX = 50
/** Two gates that hear a tag so soon after each other hear it at once: one of them too far. */
const TWICE_WITHIN_MS = 10_000

export interface PreviewRequest {
  agentId: number
  rules: readonly GivenRule[]
  site: Pick<SiteOffsets, 'between'>
  now: number
}

/** A read as a preview looks at it. */
interface PreviewRead {
  agentId: number
  agentName: string
  reader: string
  uid: string
  at: number
}

/**
 * What rules would have decided on the reads of the last 30 days, the newest `SEARCHED_READS_MAX` of all
 * gates, with the list of today and a clock that is right. A read stands for a passage: what a reader
 * repeats is no read.
 */
export async function previewPolicy(
  db: Db,
  { agentId, rules, site, now }: PreviewRequest,
): Promise<AccessPreview> {
  const since = now - DAYS * DAY_MS
  const policy = heldPolicy(rules, site, since, now)
  const count = new Count(agentId, policy)
  let before = { at: now + 1, id: Number.MAX_SAFE_INTEGER }
  let left = SEARCHED_READS_MAX
  let isWhole = false
  while (left > 0) {
    const page = await previewPage(db, { since, before, limit: Math.min(left, PAGE_READS) })
    const ours = page.filter((read) => read.agentId === agentId)
    count.take(page, await rowsOfTags(db, [...new Set(ours.map(({ uid }) => uid))]))
    const last = page.at(-1)
    left -= page.length
    isWhole = page.length < PAGE_READS && left > 0
    if (last === undefined || isWhole) break
    before = { at: last.at, id: last.id }
    await nextTurn()
  }
  const labels = await labelsOf(db, count.listed())
  return count.answer(labels, isWhole || left > 0 ? null : new Date(before.at).toISOString())
}

function heldPolicy(
  rules: readonly GivenRule[],
  site: Pick<SiteOffsets, 'between'>,
  since: number,
  now: number,
): HeldPolicy {
  const numbered = rules.map((rule, place) => ({ ...rule, id: place + 1 }))
  const offsets = policyOffsets(site, since, now + DAY_MS)
  const policy = readPolicy({ revision: 1, mode: 'observe', rules: numbered, offsets })
  if (policy === null) throw new Error('the rules make no policy')
  return policy
}

type Listed = Pick<PreviewRead, 'uid' | 'reader' | 'at'> & {
  verdict: string
  reason: string
  marked: boolean
}

class Count {
  readonly #agentId: number
  readonly #policy: HeldPolicy
  #allowed = 0
  #denied = 0
  readonly #reasons = new Map<string, number>()
  readonly #reads: Listed[] = []
  readonly #twice: { uid: string; other: string; at: number }[] = []
  /** The read of each tag that came after those that are looked at now. */
  readonly #later = new Map<string, PreviewRead>()

  constructor(agentId: number, policy: HeldPolicy) {
    this.#agentId = agentId
    this.#policy = policy
  }

  /** Takes reads, the newest first, and the rows of the list for their tags. */
  take(page: readonly PreviewRead[], rows: ReadonlyMap<string, ListRow>): void {
    for (const read of page) {
      this.#compare(read)
      if (read.agentId === this.#agentId) this.#decide(read, rows.get(read.uid))
    }
  }

  #compare(read: PreviewRead): void {
    const later = this.#later.get(read.uid)
    this.#later.set(read.uid, read)
    if (later === undefined || later.agentId === read.agentId) return
    if (later.at - read.at > TWICE_WITHIN_MS || this.#twice.length === LISTED_MAX) return
    const [ours, other] = read.agentId === this.#agentId ? [read, later] : [later, read]
    if (ours.agentId !== this.#agentId) return
    this.#twice.push({ uid: read.uid, other: other.agentName, at: ours.at })
  }

  #decide({ uid, reader, at }: PreviewRead, row: ListRow | undefined): void {
    const decision = decide({
      uid,
      reader,
      policy: this.#policy,
      isComplete: true,
      isDenied: false,
      row,
      time: { nowMs: at, floorMs: null },
      listAgeMs: 0,
    })
    if (decision === null) return
    const { verdict, reason, marked } = decision
    if (verdict === 'allow') this.#allowed++
    else {
      this.#denied++
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
    }
    if ((verdict === 'allow' && !marked) || this.#reads.length === LISTED_MAX) return
    this.#reads.push({ uid, reader, at, verdict, reason, marked })
  }

  /** The tags that the answer lists. */
  listed(): string[] {
    return [...new Set([...this.#reads, ...this.#twice].map(({ uid }) => uid))]
  }

  answer(labels: ReadonlyMap<string, string>, truncatedAt: string | null): AccessPreview {
    const shown = <T extends { uid: string; at: number }>(read: T) => ({
      ...read,
      label: labels.get(read.uid) ?? null,
      at: new Date(read.at).toISOString(),
    })
    return {
      allowed: this.#allowed,
      denied: this.#denied,
      reasons: [...this.#reasons]
        .map(([reason, count]) => ({ reason, count }))
        .toSorted((a, b) => b.count - a.count),
      reads: this.#reads.map(shown),
      twice: this.#twice.map(shown),
      truncated_at: truncatedAt,
    }
  }
}
