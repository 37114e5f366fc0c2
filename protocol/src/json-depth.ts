/**
 * True when a JSON text nests deeper than `limit`. Looks at the text before it is parsed: a frame of
 * 128 KiB can hold 65,000 levels, on which a recursive parser overflows its stack.
 */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (inString) {
      if (c === 0x5c) i++
      else if (c === 0x22) inString = false
    } else if (c === 0x22) inString = true
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > limit) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}
