import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EmptyScene } from './EmptyScene.tsx'
import { useMissingSetup } from './use-missing-setup.ts'

/**
 * In the place of figures that are all zero: what the hub lacks. `onNothing` is called where it
 * lacks nothing (any more), after it has every figure fetched again.
 */
export function FirstSteps({ onNothing }: { onNothing: () => void }) {
  const queries = useQueryClient()
  const missing = useMissingSetup()
  useEffect(() => {
    if (missing !== null) return
    void queries.invalidateQueries()
    onNothing()
  }, [missing, queries, onNothing])
  if (!missing) return null
  return (
    <div className="panel">
      <EmptyScene missing={missing} />
    </div>
  )
}
