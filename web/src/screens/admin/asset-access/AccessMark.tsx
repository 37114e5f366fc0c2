import type { AssetAccess } from '@vehicle-control/protocol'
import type { ReactNode } from 'react'
import { useApp } from '../../../app-parts.ts'
import { StateMark, type StateTone } from '../../../components/StateMark.tsx'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'

const WORDS = ADMIN_TEXTS.access

type Access = AssetAccess | undefined

/** Why no gate lets somebody pass at a moment, in a word; null where no one has to know. */
export function accessMark(
  access: Access,
  now: number,
): { readonly tone: StateTone; readonly word: string } | null {
  if (!access) return null
  const { denied, valid_from, valid_to } = access
  if (denied) return { tone: 'bad', word: WORDS.denied }
  if (valid_to !== null && valid_to <= now) return { tone: 'bad', word: WORDS.expired }
  return valid_from !== null && now < valid_from ? { tone: 'warn', word: WORDS.notYet } : null
}

/** A cell of a row, behind the mark of one that may not pass. */
export function marked(access: Access, content: ReactNode): ReactNode {
  return access ? <Marked access={access}>{content}</Marked> : content
}

function Marked({ access, children }: { access: AssetAccess; children: ReactNode }) {
  const mark = accessMark(access, useApp().serverClock.now())
  return (
    <>
      {mark && <StateMark tone={mark.tone}>{mark.word}</StateMark>} {children}
    </>
  )
}
