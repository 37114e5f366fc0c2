import { useCallback } from 'react'
import { useEachSecond } from '../../../components/use-each-second.ts'

/** Three polls without an answer. */
const OLD_AFTER_MS = 15_000

/** True where data of that moment is out of date; 0: nothing was loaded yet. */
export function useIsOld(loadedAt: number): boolean {
  return useEachSecond(
    useCallback((now: number) => loadedAt > 0 && now - loadedAt >= OLD_AFTER_MS, [loadedAt]),
  )
}
