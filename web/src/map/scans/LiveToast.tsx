import { CloseButton } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { useMap } from 'react-leaflet'
import { StateMark } from '../../components/StateMark.tsx'
import { UnknownMark } from '../../components/UnknownMark.tsx'
import { useStore } from '../../browser/external-store.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import type { Scan } from './scan.ts'
import type { ToastSlot } from './toast-slot.ts'
import classes from './live-toast.module.css'

const LABELS = MAP_TEXTS.toast

interface LiveToastProps {
  slot: ToastSlot
  siteTime: SiteTime
  /** The buttons of the sound. */
  sound?: ReactNode
}

/**
 * The last scan, over the map's corner; it stays while a mouse is over it or the keyboard's focus
 * is in it. A pressed button keeps the focus and a finger has no hover end, so neither holds it.
 */
export function LiveToast({ slot, siteTime, sound }: LiveToastProps) {
  const toast = useStore(slot.state, (state) => state)
  const map = useMap()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => slot.close(), [slot])
  const release = () => {
    if (!box.current?.matches(':hover, :has(:focus-visible)')) slot.release()
  }
  const close = () => {
    slot.close()
    // The button disappears: the focus must not fall to the page.
    map.getContainer().focus({ preventScroll: true })
  }
  return (
    <div
      ref={box}
      className={classes.place}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && slot.hold()}
      onPointerLeave={release}
      onFocus={({ target }) => target.matches(':focus-visible') && slot.hold()}
      onBlur={() => queueMicrotask(release)}
    >
      {/* A screen reader that said every read would say nothing else. */}
      <output aria-live="off">
        {toast && <Text scan={toast.scan} more={toast.more} siteTime={siteTime} />}
      </output>
      {toast && (
        <div className={classes.actions}>
          {sound}
          <CloseButton size="sm" aria-label={LABELS.close} onClick={close} />
        </div>
      )}
    </div>
  )
}

const Text = memo(function Text(props: { scan: Scan; more: number; siteTime: SiteTime }) {
  const { scan, more, siteTime } = props
  const mark = useStore(useLiveLink().decisions, (decisionOf) => decisionOf(scan)?.mark)
  const vehicle = [scan.plate, scan.model].filter(Boolean).join(' · ')
  return (
    <span className={classes.toast} data-kind={scan.kind}>
      <span className={`${classes.head} wraps`}>
        <StateMark tone={scan.kind === 'read' ? 'good' : 'warn'}>
          {scan.kind === 'read' ? LABELS.read : LABELS.suppressed}
        </StateMark>
        {more > 0 && (
          <span className={classes.more}>
            <span aria-hidden>{LABELS.more(formatCount(more))}</span>
            <span className="visually-hidden">{MAP_TEXTS.andMore(formatCount(more))}</span>
          </span>
        )}
      </span>
      <span>
        {scan.name} <span className="code-word">({scan.code})</span>
        {mark}
      </span>
      <span className="strong">{vehicle || <UnknownMark read={scan} />}</span>
      <span className={classes.foot}>
        <span className={classes.tag}>{scan.uid}</span>
        <time>{siteTime.clock(scan.at)}</time>
      </span>
    </span>
  )
})
