/** The parameter is new each time, so that no cache on the way has an answer for it. */
export function freshPath(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}_=${Date.now()}`
}
