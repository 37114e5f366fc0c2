import type { ScanEvent } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'
import { cameFrom, comingFrom, hereAddress } from '../../../components/came-from.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { draftOf, hasDraft } from '../../../forms/kept-draft.ts'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { useIsPrinting } from '../../../paper/use-is-printing.ts'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import { draftOfReport } from '../../../reads/unknown-tag/report-draft.ts'
import type { DayWatch } from '../day-watch.ts'
import type { VisibleRows } from './use-visible-rows.ts'
import { readOfRow } from './row-places.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The screen has all that it draws by then. */
const AHEAD_MS = 3000

interface RowActionsProps {
  watch: DayWatch
  reads: readonly ScanEvent[]
  visible: VisibleRows
  /** Called with the row that the tab key is to reach. */
  onStop: (index: number) => void
  /** Called when the list is to stand still: a row has the keyboard's focus, or a sheet is open. */
  onHeld: (by: 'row' | 'sheet', isHeld: boolean) => void
}

/**
 * What a press, a tap and a key do in the rows, for all of them at once: no row has a handler of its
 * own. It is loaded after the rows, and tells paper how many there are.
 */
export function RowActions({ watch, reads, visible, onStop, onHeld }: RowActionsProps) {
  const open = (read: ScanEvent) => void openSheet(read)
  const focus = useRowFocus({ reads, visible, onStop, onHeld, open })
  const openSheet = useReadSheet({ watch, reads, onHeld, go: focus.go })
  const press = useRowPress(reads, open)
  useLeftReport(reads, open)
  useWayBack(reads, focus.go)
  useSheetAhead()
  const isPrinting = useIsPrinting()
  const { scroller, setPrinting } = visible
  useRoomForMarks(scroller, reads)
  useLayoutEffect(() => setPrinting(isPrinting), [setPrinting, isPrinting])
  const onPointerDown = useEffectEvent(press.onPointerDown)
  const onClick = useEffectEvent(press.onClick)
  const onKeyDown = useEffectEvent(focus.onKeyDown)
  const onFocus = useEffectEvent(focus.onFocus)
  const onBlur = useEffectEvent(focus.onBlur)
  useEffect(() => {
    const box = scroller.current
    const listening = new AbortController()
    const { signal } = listening
    box?.addEventListener('pointerdown', (event) => onPointerDown(event), { signal })
    box?.addEventListener('click', (event) => onClick(event), { signal })
    box?.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    box?.addEventListener('focusin', (event) => onFocus(event), { signal })
    box?.addEventListener('focusout', (event) => onBlur(event), { signal })
    return () => listening.abort()
  }, [scroller])
  return <span hidden data-paper={onPaper(reads, watch.siteTime)} />
}

/** Gives their column room from the first mark on: taken back it would move the others. */
function useRoomForMarks(scroller: VisibleRows['scroller'], reads: readonly ScanEvent[]) {
  const decisionOf = useStore(useLiveLink().decisions, (now) => now)
  useEffect(() => {
    const box = scroller.current
    if (box?.hasAttribute('data-decides') === false && reads.some(decisionOf)) {
      box.setAttribute('data-decides', '')
    }
  }, [scroller, decisionOf, reads])
}

/** How many there are, and of when: a row says its hour. */
function onPaper(reads: readonly ScanEvent[], site: SiteTime): string {
  const count = LIVE_CONTROLS_TEXTS.reads(formatCount(reads.length))
  const ends = [reads.at(-1), reads[0]].flatMap((read) =>
    read ? [site.full(Date.parse(read.ts))] : [],
  )
  return [count, ends.join(' – ')].filter(Boolean).join(' · ')
}

/** Loads the sheet before somebody asks for it: a press must not wait for a hub that is slow. */
function useSheetAhead(): void {
  const { clock } = useApp()
  useEffect(() => {
    const load = async () => {
      await Promise.all([
        import('./live-sheet.tsx'),
        import('../../../dialogs/mantine-surface.tsx'),
      ])
    }
    // A press asks again for what is missing.
    return clock.after(AHEAD_MS, () => void load().catch(() => {}))
  }, [clock])
}

/**
 * Opens the sheet again in which somebody was writing a report when their session ended, once: it has
 * no form where the tag was registered meanwhile.
 */
function useLeftReport(reads: readonly ScanEvent[], open: (read: ScanEvent) => void): void {
  const app = useApp()
  const { tagsNow } = useLiveLink()
  const isDone = useRef(false)
  const reopen = useEffectEvent(() => {
    if (isDone.current || !hasDraft(app)) return
    const read = reads.find(({ uid }) => draftOf(app, draftOfReport(uid)) !== null)
    if (!read) return
    isDone.current = true
    const { uid, vehicle, retired_from } = read
    if (vehicle === null && !retired_from && !tagsNow.get().has(uid)) open(read)
  })
  useEffect(() => reopen(), [reads])
}

/**
 * Gives the focus to the row again from which somebody went to register its tag. The history then
 * forgets it, or «Back» would lead there each time.
 */
function useWayBack(reads: readonly ScanEvent[], go: (index: number) => void): void {
  const location = useLocation()
  const navigate = useNavigate()
  const gone = useRef('')
  const comeBack = useEffectEvent(() => {
    const { key, state } = location
    const id = gone.current === key ? undefined : cameFrom(state)?.read
    const place = id === undefined ? -1 : reads.findIndex((read) => read.id === id)
    if (place < 0) return
    gone.current = key
    void navigate(location, { replace: true, state: null })
    go(place)
  })
  useEffect(() => comeBack(), [reads])
}

interface ReadSheetOptions {
  watch: DayWatch
  reads: readonly ScanEvent[]
  /** The list must not move while a sheet lies over it. */
  onHeld: (by: 'sheet', isHeld: boolean) => void
  /** Puts the focus on the row at this place. */
  go: (index: number) => void
}

/** Opens a read's sheet, one at a time; when it closes, that read's row gets the focus again. */
function useReadSheet({ watch, reads, onHeld, go }: ReadSheetOptions) {
  const dialogs = useDialogs()
  const isOpen = useRef(false)
  const now = useRef({ reads, go })
  useLayoutEffect(() => {
    now.current = { reads, go }
  })
  return async (read: ScanEvent) => {
    if (isOpen.current) return
    isOpen.current = true
    const onFailed = () => {
      isOpen.current = false
    }
    const part = await import('./live-sheet.tsx').catch(onFailed)
    if (!part) return
    const sheet = part.liveSheet({
      read,
      watch,
      onFailed,
      onShown: () => onHeld('sheet', true),
      onGone() {
        isOpen.current = false
        const place = now.current.reads.findIndex(({ id }) => id === read.id)
        if (place >= 0) now.current.go(place)
        onHeld('sheet', false)
      },
    })
    dialogs.open(sheet)
  }
}

interface Pressed {
  readonly link: string | null
  readonly read: ScanEvent | null
}

/**
 * Follows the links in the rows, and opens the read of a row that is pressed beside them, or on the
 * link of its own plate, without a handler in any row. Reads move through the rows: what counts is
 * what was there when it was pressed, not when it was let go.
 */
function useRowPress(reads: readonly ScanEvent[], open: (read: ScanEvent) => void) {
  const navigate = useNavigate()
  const pressed = useRef<Pressed | null>(null)
  const onPointerDown = ({ target }: Event) => {
    pressed.current = { link: linkIn(target), read: readOfRow(target, reads) }
  }
  const onClick = (event: MouseEvent) => {
    const link = linkIn(event.target)
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    const isByKey = event.detail === 0
    const atDown = isByKey ? null : pressed.current
    if (!isPlain) return
    const read = atDown ? atDown.read : readOfRow(event.target, reads)
    if (link !== null) {
      event.preventDefault()
      const state = comingFrom({ address: hereAddress(), read: read?.id })
      void navigate(atDown?.link ?? link, { state })
      return
    }
    // Not of a link outside rows, such as those of a table that is empty.
    if (read) event.preventDefault()
    // Somebody who selected text wants to copy it; a double click opens only once.
    if (read && event.detail < 2 && getSelection()?.isCollapsed !== false) open(read)
  }
  return { onPointerDown, onClick }
}

function linkIn(target: EventTarget | null): string | null {
  return target instanceof Element
    ? (target.closest('tbody a:not([data-of-row])')?.getAttribute('href') ?? null)
    : null
}
