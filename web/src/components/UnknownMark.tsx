import type { RetiredFrom } from '@vehicle-control/protocol'
import { TEXTS } from '../texts/app.ts'
import classes from './marks.module.css'

/** A read whose tag no asset had. */
interface UnknownRead {
  readonly retired_from?: RetiredFrom | undefined
}

const wordsOf = ({ retired_from: from }: UnknownRead) =>
  from ? `${TEXTS.retired} ${from.name}` : TEXTS.unregistered

/** The mark as a text, where no elements can be. */
export const unknownMark = (read: UnknownRead) => `▲ ${wordsOf(read)}`

/** «▲ Sin registrar» in the place of the plate, or which asset had the tag until it was replaced. */
export function UnknownMark({ read }: { read: UnknownRead }) {
  return (
    <span className={classes.unknown}>
      <span aria-hidden>▲ </span>
      {wordsOf(read)}
    </span>
  )
}
