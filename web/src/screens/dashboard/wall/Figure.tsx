import type { CSSProperties, ReactNode } from 'react'
import classes from './dashboard-wall.module.css'

interface FigureProps {
  /** The number as it is written. */
  value: string
  /** What stands small after it. */
  unit?: string | undefined
  /** A shape before it, for those who see no colours. */
  shape?: string | undefined
  children: ReactNode
}

/** Of the width of a figure's digit. */
const [DOT, SMALL] = [0.45, 0.5]

/** A number as large as its place allows, with what it means below. */
export function Figure({ value, unit = '', shape = '', children }: FigureProps) {
  const dots = value.replace(/[^.]/g, '').length
  const signs = value.length - dots * (1 - DOT) + SMALL * (unit.length + shape.length * 2.5)
  const style: CSSProperties & Record<'--signs', number> = { '--signs': signs }
  return (
    <>
      <strong className={classes.figure} style={style}>
        {shape && (
          <span aria-hidden className={classes.beside}>
            {shape}{' '}
          </span>
        )}
        {value}
        {unit && <span className={classes.beside}> {unit}</span>}
      </strong>
      <span className={classes.meaning}>{children}</span>
    </>
  )
}
