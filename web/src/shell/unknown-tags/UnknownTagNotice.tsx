import '@mantine/core/styles/CloseButton.css'
import { Button, CloseButton } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from '../../browser/external-store.ts'
import { comingFrom, hereAddress } from '../../components/came-from.ts'
import { registerPath } from '../../components/register-path.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { UNKNOWN_TAG_TEXTS as TEXTS } from '../../texts/unknown-tags.ts'
import type { UnknownTagSlot } from './unknown-tag-slot.ts'
import classes from './unknown-tags.module.css'

/**
 * One line at the lower edge of the page, with room of its own at the page's end: whatever is below
 * it can be scrolled clear of it.
 */
export function UnknownTagNotice({ slot }: { slot: UnknownTagSlot }) {
  const shown = useStore(slot.state, (state) => state)
  const box = useRef<HTMLDivElement>(null)
  if (shown === null) return null
  const { tag, agent, more, retiredFrom } = shown
  const count = formatCount(more)
  const release = () => {
    if (!box.current?.matches(':hover, :has(:focus-visible)')) slot.release()
  }
  const close = () => {
    slot.close()
    // The button disappears: the focus must not fall to the page.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <aside className={`${classes.place} no-print`} aria-label={TEXTS.label}>
      <div
        ref={box}
        className={classes.notice}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && slot.hold()}
        onPointerLeave={release}
        onFocus={({ target }) => target.matches(':focus-visible') && slot.hold()}
        onBlur={() => queueMicrotask(release)}
      >
        {/* Spoken.tsx says it aloud. */}
        <output aria-live="off" className="anywhere">
          {retiredFrom ? TEXTS.retired(retiredFrom.name, tag, agent) : TEXTS.seen(tag, agent)}
        </output>
        {more > 0 && (
          <span className="strong">
            <span aria-hidden>{TEXTS.more(count)}</span>
            <span className="visually-hidden">{TEXTS.moreTitle(count, more === 1)}</span>
          </span>
        )}
        <Button
          component={Link}
          state={retiredFrom ? null : comingFrom({ address: hereAddress() })}
          to={retiredFrom ? `/vehicle?id=${retiredFrom.asset_id}` : registerPath(tag)}
          size="compact-md"
          variant="default"
          onClick={slot.close}
        >
          {retiredFrom ? TEXTS.open : TEXTS.register}
        </Button>
        <CloseButton aria-label={TEXTS.close} onClick={close} />
      </div>
    </aside>
  )
}
