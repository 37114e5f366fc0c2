import '@mantine/core/styles/CloseButton.css'
import { CloseButton } from '@mantine/core'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Popup, useMap } from 'react-leaflet'
import { StateMark } from '../../components/StateMark.tsx'
import { LaterGate } from '../../contacts/LaterGate.tsx'
import type { KnownAgent } from '../../live/known-agent.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import type { AgentNumbers } from '../../live/today-counts.ts'
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { placeOf } from '../coordinates.ts'
import classes from './agent-popup.module.css'

const LABELS = MAP_TEXTS.popup
/** Above the marker's shape. */
const OFFSET: [number, number] = [0, -8]
/** Right of the map's own buttons, as large as a finger needs them (as in the style sheet). */
const FROM_TOP_LEFT: [number, number] = [66, 12]
/** Above a toast on a narrow map (scans/live-toast.module.css). */
const FROM_BOTTOM_RIGHT: [number, number] = [12, 84]

/** The agent that somebody chose. */
export interface Choice {
  readonly code: string
  /** The focus goes to the popup, and back to the marker in the end. */
  readonly isByKey: boolean
}

interface AgentPopupProps {
  choice: Choice
  siteTime: SiteTime
  onClose: () => void
}

/** What is known of one agent, at its place on the map. It follows the agent. */
export function AgentPopup({ choice, siteTime, onClose }: AgentPopupProps) {
  const agent = useKnownAgent(choice.code)
  const place = agent ? placeOf(agent) : null
  const lat = place?.lat
  const lng = place?.lng
  // Other children or another position would lay the popup out anew and move the map.
  const position = useMemo(
    () => (lat === undefined || lng === undefined ? null : { lat, lng }),
    [lat, lng],
  )
  const content = useMemo(() => <Content choice={choice} siteTime={siteTime} />, [choice, siteTime])
  const handlers = useMemo(() => ({ remove: onClose }), [onClose])
  if (!position) return null
  return (
    <Popup
      position={position}
      offset={OFFSET}
      closeButton={false}
      autoPanPaddingTopLeft={FROM_TOP_LEFT}
      autoPanPaddingBottomRight={FROM_BOTTOM_RIGHT}
      eventHandlers={handlers}
    >
      {content}
    </Popup>
  )
}

function Content({ choice, siteTime }: { choice: Choice; siteTime: SiteTime }) {
  const map = useMap()
  const agent = useKnownAgent(choice.code)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (choice.isByKey) box.current?.focus({ preventScroll: true })
  }, [choice])
  useEffect(() => {
    const container = map.getContainer()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The page does something else on Esc.
      event.stopPropagation()
      map.closePopup()
    }
    container.addEventListener('keydown', onKey)
    return () => container.removeEventListener('keydown', onKey)
  }, [map])
  if (!agent) return null
  const { name, code, location, online, lastSeen } = agent
  return (
    <section ref={box} tabIndex={-1} aria-label={name || code} className={classes.popup}>
      <div className={classes.head}>
        <b>{name || code}</b>
        <CloseButton size="sm" aria-label={LABELS.close} onClick={() => map.closePopup()} />
      </div>
      <dl className="facts">
        <Row label={LABELS.code}>{code}</Row>
        <Row label={LABELS.location}>{location || LABELS.none}</Row>
        <Row label={LABELS.state}>
          <StateMark tone={online ? 'good' : 'bad'}>
            {online ? MAP_TEXTS.online : MAP_TEXTS.offline}
          </StateMark>
        </Row>
        <Row label={LABELS.lastSeen}>
          {lastSeen === null ? LABELS.never : siteTime.full(lastSeen)}
        </Row>
      </dl>
      <Today code={code} />
      <div className={classes.open}>
        <LaterGate gate={agent} map={map} fullWidth />
      </div>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Today({ code }: { code: string }) {
  const { reads, suppressed } = useAgentNumbers(code)
  return (
    <p className={classes.today}>{LABELS.today(formatCount(reads), formatCount(suppressed))}</p>
  )
}

/** One agent as it is now; undefined where it is gone. */
function useKnownAgent(code: string): KnownAgent | undefined {
  const { agents } = useLiveLink()
  const subscribe = useCallback(
    (notify: () => void) => agents.subscribe((changed) => changed.has(code) && notify()),
    [agents, code],
  )
  return useSyncExternalStore(subscribe, () => agents.get(code))
}

/** One agent's numbers of today. */
function useAgentNumbers(code: string): AgentNumbers {
  const { today } = useLiveLink()
  const subscribe = useCallback(
    (notify: () => void) => today.subscribe((changed) => changed.has(code) && notify()),
    [today, code],
  )
  return useSyncExternalStore(subscribe, () => today.of(code))
}
