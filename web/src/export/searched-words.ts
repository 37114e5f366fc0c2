import type { ReadSearch } from '../api/reads/search-reads.ts'
import { DOCUMENT_TEXTS } from '../texts/reads/documents.ts'

const KNOWN = { '': '', '0': DOCUMENT_TEXTS.unknown, '1': DOCUMENT_TEXTS.known } as const

/** What was searched for, one text for each filter; none where there was no filter. */
export function searchedWords({ plate, tag, owner, known }: ReadSearch): string[] {
  const named = (name: string, value: string) => (value ? `${name}: ${value}` : '')
  return [
    named(DOCUMENT_TEXTS.plate, plate),
    named(DOCUMENT_TEXTS.tag, tag),
    named(DOCUMENT_TEXTS.owner, owner),
    KNOWN[known],
  ].filter(Boolean)
}
