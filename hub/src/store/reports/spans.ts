/** A stretch of time in milliseconds, without its end. */
export interface Span {
  from: number
  until: number
}

/** A span by what lies in whole units of a counter and what does not. */
export interface SplitSpan {
  whole: Span
  /** Before and after it; empty where the span begins or ends with a unit. */
  head: Span
  tail: Span
}

/** Splits a span where units of `unitMs` begin. A span within one unit is all head. */
export function splitSpan({ from, until }: Span, unitMs: number): SplitSpan {
  const first = Math.min(Math.ceil(from / unitMs) * unitMs, until)
  const last = Math.max(Math.floor(until / unitMs) * unitMs, first)
  return {
    head: { from, until: first },
    whole: { from: first, until: last },
    tail: { from: last, until },
  }
}
