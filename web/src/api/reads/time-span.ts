/** Epoch milliseconds, both ends included; a span without an end runs to now. */
export interface TimeSpan {
  readonly from: number
  readonly to: number | null
}

/** A span as the query parameters `from` and `to`; an open end is left to the hub. */
export function spanParams({ from, to }: TimeSpan): URLSearchParams {
  const params = new URLSearchParams({ from: new Date(from).toISOString() })
  if (to !== null) params.set('to', new Date(to).toISOString())
  return params
}
