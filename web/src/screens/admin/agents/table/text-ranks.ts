let collator: Intl.Collator | undefined

const known = new Map<string, ReadonlyMap<string, number>>()

/**
 * The place of each text among these, as people sort them; equal ones share it. Comparing thousands
 * of texts holds a slow machine still: as long as no new one comes, the places of the last call under
 * this name serve again.
 */
export function rankTexts(name: string, texts: readonly string[]): ReadonlyMap<string, number> {
  const before = known.get(name)
  if (before && texts.every((text) => before.has(text))) return before
  const { compare } = (collator ??= new Intl.Collator('es', { numeric: true, sensitivity: 'base' }))
  const ranks = new Map<string, number>()
  let last: string | null = null
  let rank = 0
  for (const text of [...new Set(texts)].toSorted(compare)) {
    if (last !== null && compare(last, text) !== 0) rank += 1
    ranks.set(text, rank)
    last = text
  }
  known.set(name, ranks)
  return ranks
}
