import type { NamedAsset } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { useStore } from '../browser/external-store.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import { TEXTS } from '../texts/app.ts'
import classes from './marks.module.css'

/** A read whose tag no asset had. */
interface UnknownRead {
  readonly uid: string
  readonly retired_from?: NamedAsset | undefined
}

const wordsOf = ({ retired_from: from }: Omit<UnknownRead, 'uid'>) =>
  from ? `${TEXTS.retired} ${from.name}` : TEXTS.unregistered

/** What is seen of the mark, as a text: for where no elements can be, and to measure it. */
export const markText = (read: Omit<UnknownRead, 'uid'>, now?: NamedAsset) =>
  now ? now.name : `▲ ${wordsOf(read)}`

interface UnknownMarkProps {
  read: UnknownRead
  /** What can be done about it, while no asset has the tag. */
  children?: ReactNode
}

/**
 * «▲ Sin registrar» in the place of the plate, or which asset had the tag until it was replaced. Where
 * the tag was registered since, the plate that it has now, which is said to be of now.
 */
export function UnknownMark({ read, children }: UnknownMarkProps) {
  const now = useStore(useLiveLink().tagsNow, (tags) => tags.get(read.uid))
  if (now) {
    return (
      <span className="muted" title={TEXTS.registeredNow}>
        {markText(read, now)} <span className="visually-hidden">{TEXTS.registeredNow}</span>
      </span>
    )
  }
  return (
    <>
      <span className={classes.unknown}>
        <span aria-hidden>▲ </span>
        {wordsOf(read)}
      </span>
      {children}
    </>
  )
}
