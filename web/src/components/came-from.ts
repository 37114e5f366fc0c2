/**
 * The place from which somebody followed a link: of a live row, or to register a tag. Only a form in
 * which a tag is registered leads back to it.
 */
export interface CameFrom {
  /** Path and query. */
  readonly address: string
  /** The read whose row they were at. */
  readonly read?: string | undefined
}

/** The state of the history for a link that leads back, and of the way back itself. */
export function comingFrom(from: CameFrom): { cameFrom: CameFrom } {
  return { cameFrom: from }
}

/** What `comingFrom` noted in the history's state; null where it is of something else. */
export function cameFrom(state: unknown): CameFrom | null {
  const from: unknown = typeof state === 'object' && state ? Reflect.get(state, 'cameFrom') : null
  const parts: Record<string, unknown> = typeof from === 'object' ? { ...from } : {}
  const { address, read } = parts
  if (typeof address !== 'string') return null
  return { address, ...(typeof read === 'string' && { read }) }
}

/** Path and query of the page. */
export function hereAddress(): string {
  return window.location.pathname + window.location.search
}
