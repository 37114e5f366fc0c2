/** Something that must not happen, and how to have it happen again. */
export interface Fault {
  kind: string
  what: string
  repro: string
}

/** Takes what became of one attack. */
export interface Attempt {
  count(outcome: string | number): void
  fault(what: string): void
}

/** What became of the attacks of one kind. */
export class Tally {
  readonly kind: string
  readonly faults: Fault[] = []
  readonly #outcomes = new Map<string, number>()
  sent = 0
  /** What the attacks have left, in words. */
  said = ''
  /** Answers that grant what was asked, as they may: a mutation can still be good input. */
  accepted = 0

  constructor(kind: string) {
    this.kind = kind
  }

  /** Counts with the others, and says of its faults how to have them again. */
  attempt(repro: string): Attempt {
    return {
      count: (outcome) => this.count(outcome),
      fault: (what) => this.fault(what, repro),
    }
  }

  /** Counts what was sent, by what became of it: a status, a close code, a word. */
  count(outcome: string | number): void {
    this.sent++
    const name = String(outcome)
    if (/^(2\d\d|ack|welcome|pong)$/.test(name)) this.accepted++
    else this.#outcomes.set(name, (this.#outcomes.get(name) ?? 0) + 1)
  }

  fault(what: string, repro: string): void {
    this.faults.push({ kind: this.kind, what, repro })
  }

  /** `1204 × 400, 88 × 404`: what was not granted, the most frequent first. */
  get refused(): string {
    const outcomes = [...this.#outcomes].toSorted(([, a], [, b]) => b - a)
    return outcomes.map(([name, times]) => `${times} × ${name}`).join(', ')
  }
}

/** The counts by kind, as a Markdown table. */
export function tallyTable(tallies: readonly Tally[]): string {
  const rows = tallies.map(
    ({ kind, sent, refused, accepted, faults }) =>
      `| ${kind} | ${sent} | ${refused || '–'} | ${accepted} | ${faults.length === 0 ? '0' : `**${faults.length}**`} |`,
  )
  return ['| kind | sent | refused | granted | faults |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}
