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
import { formatCount, type SiteTime } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'
import { placeOf } from '../coordinates.ts'
import { MapOverlay } from '../frame/MapOverlay.tsx'
import { NARROW_PX } from '../map-settings.ts'
import classes from './agent-popup.module.css'

const LABELS = MAP_TEXTS.popup
/** Above the marker's shape. */
const OFFSET: [number, number] = [0, -8]
/** Right of the map's own buttons, as large as a finger needs them (as in the style sheet). */
const FROM_TOP_LEFT: [number, number] = [66, 12]

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

/**
 * What is known of one agent, at its place on the map. It follows the agent. On a narrow map, where
 * it would cover the others, it is a sheet at the lower edge, and the popup is but its place.
 */
export function AgentPopup({ choice, siteTime, onClose }: AgentPopupProps) {
  const isSheet = useMap().getSize().x < NARROW_PX
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
      // Above a sheet, whose height is known once it is there, GateNow.tsx brings its agent.
      autoPan={!isSheet}
      autoPanPaddingTopLeft={FROM_TOP_LEFT}
      eventHandlers={handlers}
    >
      {isSheet ? <MapOverlay>{content}</MapOverlay> : content}
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
    // With what is over the map.
    const frame = map.getContainer().parentElement
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The page does something else on Esc.
      event.stopPropagation()
      map.closePopup()
    }
    frame?.addEventListener('keydown', onKey)
    return () => frame?.removeEventListener('keydown', onKey)
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

/** An agent's numbers of today. */
function Today({ code }: { code: string }) {
  const { today } = useLiveLink()
  const subscribe = useCallback(
    (notify: () => void) => today.subscribe((changed) => changed.has(code) && notify()),
    [today, code],
  )
  const { reads, suppressed } = useSyncExternalStore(subscribe, () => today.of(code))
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
