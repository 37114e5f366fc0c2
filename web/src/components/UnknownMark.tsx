import { TEXTS } from '../texts/app.ts'
import classes from './unknown-mark.module.css'

/** The mark as a text, where no elements can be. */
export const UNKNOWN_MARK = `▲ ${TEXTS.unregistered}`

/** «▲ Sin registrar», in the place of the plate of a tag that no asset has. */
export function UnknownMark() {
  return (
    <span className={classes.mark}>
      <span aria-hidden>▲ </span>
      {TEXTS.unregistered}
    </span>
  )
}
