import { useCallback } from 'react'
import { useApp } from '../../../app-parts.ts'
import { useEachSecond } from '../../../components/use-each-second.ts'

/** Three answers that did not come. */
const OLD_AFTER_MS = 100_000

interface Asked {
  readonly dataUpdatedAt: number
  readonly isError: boolean
}

/** The moment that a figure is of, by the hub's clock, where that is no longer now; 0: it is of now. */
export function useOldSince({ dataUpdatedAt, isError }: Asked): number {
  const { clock, serverClock } = useApp()
  const isOld = useEachSecond(
    useCallback((now: number) => now - dataUpdatedAt > OLD_AFTER_MS, [dataUpdatedAt]),
  )
  if (dataUpdatedAt === 0 || !(isError || isOld)) return 0
  return dataUpdatedAt + serverClock.now() - clock.now()
}
