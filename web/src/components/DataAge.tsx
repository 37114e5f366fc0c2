import { useCallback } from 'react'
import { formatAge } from '../site-time/site-time.ts'
import { TEXTS } from '../texts/app.ts'
import { StateMark, type StateTone } from './StateMark.tsx'
import { useEachSecond } from './use-each-second.ts'

interface DataAgeProps {
  tone: StateTone
  /** Since when nothing new came, by the browser's clock. */
  since: number
}

/** Says that what is shown is old, and how old. */
export function DataAge({ tone, since }: DataAgeProps) {
  const age = useEachSecond(useCallback((now: number) => now - since, [since]))
  return (
    <StateMark tone={tone}>
      <span>{TEXTS.connection.dataAge(formatAge(age))}</span>
    </StateMark>
  )
}
