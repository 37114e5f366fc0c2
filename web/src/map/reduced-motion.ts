const QUERY = '(prefers-reduced-motion: reduce)'

/** True where the person at the screen wants nothing to move by itself. */
export function prefersReducedMotion(): boolean {
  return matchMedia(QUERY).matches
}
