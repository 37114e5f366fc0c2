import {
  decide,
  type Decision,
  knownTime,
  listAge,
  type WrittenDecision,
} from '@vehicle-control/protocol'
import type { Timers } from '../clock/timers.ts'
import type { TagRead } from '../readers/reader.ts'
import type { FreshReads } from './fresh-reads.ts'
import type { ListKeeper } from './list-keeper.ts'
import { UnknownTags } from './unknown-tags.ts'
import { Visits } from './visits.ts'

/** A read, as it comes to the decisions. */
export interface Sighting {
  read: TagRead
  /** It has become an entry of its own, which is the last one so far. */
  isLastEntry: boolean
}

export interface GateDecisionsOptions {
  list: Pick<ListKeeper, 'isActive' | 'mode' | 'digest' | 'facts' | 'word'>
  fresh: Pick<FreshReads, 'isFresh'>
  /** The wall clock while an NTP source stands behind it, else null. */
  ntpMs: () => number | null
  /** The hub takes decisions; none is made while it does not. */
  isTaken: () => boolean
  timers: Timers
  /** Appends a decision behind all entries before it. */
  write: (mono: number, decision: WrittenDecision) => void
}

/**
 * Decides once on each visit of a tag to the gate, at its first fresh read at a reader where a rule stands,
 * and writes that down. It moves nothing.
 */
export class GateDecisions {
  readonly #options: GateDecisionsOptions
  readonly #visits = new Visits()
  readonly #unknown: UnknownTags<{ mono: number; decision: WrittenDecision }>

  constructor(options: GateDecisionsOptions) {
    this.#options = options
    this.#unknown = new UnknownTags({
      timers: options.timers,
      write({ mono, decision }, count) {
        const { previous: _, ...counted } = decision
        options.write(mono, count === 1 ? counted : { ...counted, count })
      },
    })
  }

  /** Takes every read, in order. Hot path. */
  sighted({ read, isLastEntry }: Sighting): void {
    const { list, fresh, isTaken } = this.#options
    if (!list.isActive || !isTaken()) return
    // Nothing opens for one whose sender showed an address alone, nor goes a visit on by it.
    if (read.unauthenticated === true) return
    const { uid, mono, ageMs = 0 } = read
    if (this.#visits.goesOn(uid, mono - ageMs) || !fresh.isFresh(read)) return
    const decision = this.#decide(read, isLastEntry)
    if (decision === null) return
    this.#visits.begin(uid, mono - ageMs)
    if (decision.reason !== 'unknown' || this.#unknown.take({ mono, decision }))
      this.#options.write(mono, decision)
  }

  #decide({ uid, reader }: TagRead, isLastEntry: boolean): WrittenDecision | null {
    const { list, ntpMs } = this.#options
    const word = list.word()
    const time = knownTime({ ntpMs: ntpMs(), hub: word })
    const ageMs = listAge(word, time.nowMs)
    const facts = list.facts(uid)
    const decided = decide({ uid, reader, ...facts, time, listAgeMs: ageMs })
    if (decided === null) return null
    return {
      uid,
      reader,
      ...written(decided),
      mode: list.mode,
      ...(isLastEntry && { previous: true as const }),
      list: { digest: list.digest, ageMs: rounded(ageMs) },
      time: { nowMs: rounded(time.nowMs), floorMs: rounded(time.floorMs) },
      ...(facts.row !== undefined && { row: facts.row.slice(1) as (number | null)[] }),
    }
  }

  /** Writes what is counted so far. */
  stop(): void {
    this.#unknown.flush()
  }
}

function written({ verdict, reason, rule, marked }: Decision) {
  return {
    verdict,
    reason,
    ...(rule !== null && { rule }),
    ...(marked && { marked: true as const }),
  }
}

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms))
