import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Panel } from '../../dialogs/dialogs.ts'
import { UNKNOWN_TAG_SHEET_TEXTS as TEXTS } from '../../texts/reads/unknown-tag.ts'

/** Tells who followed a link to the form of a new row, and may not add one, what to do instead. */
export function registerRefused(tag: string): Panel {
  const [text, link, to] =
    tag === ''
      ? [TEXTS.refused.any, TEXTS.refused.toLive, '/live-rfid']
      : [TEXTS.refused.of(tag), TEXTS.toReads, `/dashboard?${new URLSearchParams({ tag })}`]
  return {
    title: TEXTS.refused.title,
    content: (close) => (
      <div className="stack" data-align="start">
        <p className="anywhere">{text}</p>
        <Button component={Link} to={to} onClick={close}>
          {link}
        </Button>
      </div>
    ),
  }
}
