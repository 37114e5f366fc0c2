/** A range of time in milliseconds; `until` is not part of it. */
export interface Span {
  from: number
  until: number
}

/** A span cut where units of a counter begin. */
export interface SplitSpan {
  whole: Span
  /** The parts before and after `whole`; empty where the span begins or ends with a unit. */
  head: Span
  tail: Span
}

/** Splits a span where units of `unitMs` begin. A span within one unit is all `head`. */
export function splitSpan({ from, until }: Span, unitMs: number): SplitSpan {
  const first = Math.min(Math.ceil(from / unitMs) * unitMs, until)
  const last = Math.max(Math.floor(until / unitMs) * unitMs, first)
  return {
    head: { from, until: first },
    whole: { from: first, until: last },
    tail: { from: last, until },
  }
}
