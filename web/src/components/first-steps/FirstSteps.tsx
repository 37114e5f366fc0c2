import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EmptyScene } from './EmptyScene.tsx'
import classes from './first-steps.module.css'
import { useLack } from './use-lack.ts'

/**
 * In the place of figures that are all zero: what the hub lacks. `onNothing` is called where it lacks
 * nothing (any more), with every figure asked for again.
 */
export function FirstSteps({ onNothing }: { onNothing: () => void }) {
  const queries = useQueryClient()
  const lack = useLack()
  useEffect(() => {
    if (lack !== null) return
    void queries.invalidateQueries()
    onNothing()
  }, [lack, queries, onNothing])
  if (!lack) return null
  return (
    <div className={classes.card}>
      <EmptyScene lack={lack} />
    </div>
  )
}
