const QUERY = '(prefers-reduced-motion: reduce)'

/** The person at the screen wants nothing to move by itself. */
export function prefersReducedMotion(): boolean {
  return matchMedia(QUERY).matches
}
