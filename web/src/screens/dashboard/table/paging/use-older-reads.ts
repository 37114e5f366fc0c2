import { useEffect, useState } from 'react'
import { type ReadSearch, searchReads } from '../../../../api/reads/search-reads.ts'
import { useApp } from '../../../../app-parts.ts'
import { lengthenTrail, type ReadTrail } from './read-trail.ts'

/** Reads of each call. */
const OLDER_READS = 500

/**
 * Fetches the reads that come after the oldest of a trail, as long as there is one, and gives the
 * longer trail.
 */
export function useOlderReads(
  trail: ReadTrail | undefined,
  { plate, tag, owner, known }: ReadSearch,
  onLonger: (longer: ReadTrail) => void,
) {
  const { api } = useApp()
  const [failed, setFailed] = useState<{ trail: ReadTrail; problem: unknown } | null>(null)
  const hasFailed = trail !== undefined && failed?.trail === trail
  useEffect(() => {
    const before = trail?.reads.at(-1)?.id
    if (!trail || before === undefined || hasFailed) return
    const abort = new AbortController()
    const { signal } = abort
    const { span } = trail.head
    const call = { plate, tag, owner, known, span, before, limit: OLDER_READS, signal }
    searchReads(api, call).then(
      (answer) => {
        if (!signal.aborted) onLonger(lengthenTrail(trail, answer, OLDER_READS))
      },
      (problem: unknown) => {
        if (!signal.aborted) setFailed({ trail, problem })
      },
    )
    return () => abort.abort()
  }, [api, onLonger, trail, hasFailed, plate, tag, owner, known])
  return { problem: hasFailed ? failed.problem : null, retry: () => setFailed(null) }
}
