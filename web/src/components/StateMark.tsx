import type { ReactNode } from 'react'
import classes from './marks.module.css'

export type StateTone = 'good' | 'warn' | 'bad'

const SHAPES = { good: '●', warn: '▲', bad: '◆' } as const

/** A state as shape, colour and word: none of them alone carries the meaning. */
export function StateMark({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className={`${classes.state} ${tone}`} data-tone={tone}>
      <span aria-hidden className={classes.shape}>
        {SHAPES[tone]}
      </span>
      {children}
    </span>
  )
}
