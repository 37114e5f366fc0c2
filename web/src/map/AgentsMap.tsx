import './markers/markers.css'
import { IconMaximize } from '@tabler/icons-react'
import { Control, DomEvent, type Map as LeafletMap } from 'leaflet'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-leaflet'
import { useApp } from '../app-parts.ts'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { useIsWall } from '../components/wall/wall.ts'
import { useLiveLink } from '../live/LiveLink.tsx'
import type { SiteTime } from '../site-time/site-time.ts'
import { MAP_TEXTS } from '../texts/map.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { MapOverlay } from './frame/MapOverlay.tsx'
import { EMPTY_CENTRE, type MapSettings } from './map-settings.ts'
import { MapFrame } from './MapFrame.tsx'
import { createAgentMarkers } from './markers/agent-markers.ts'
import { fitAll, useOpeningView } from './opening-view.ts'
import { AgentPopup, type Choice } from './popup/AgentPopup.tsx'
import { createFlightRules } from './scans/flight-rules.ts'
import { LiveToast } from './scans/LiveToast.tsx'
import { createPulsePool } from './scans/pulse-pool.ts'
import { createScanEffects } from './scans/scan-effects.ts'
import type { ScanWatch } from './scans/scan-watch.ts'
import { createToastSlot } from './scans/toast-slot.ts'

const PaperView = lazyPart(async () => (await import('./paper/PaperView.tsx')).PaperView)

const TOUCHES = ['pointerdown', 'wheel', 'keydown', 'dblclick'] as const

export interface AgentsMapProps {
  settings: MapSettings
  siteTime: SiteTime
  scans: ScanWatch
  /** The map moves to where a tag is read. */
  isFollowing: boolean
  /** The agents are known, or could not be fetched: the first view can be decided. */
  isReady: boolean
  /** The agent that is shown first, with its popup. */
  focus: string | null
  /** The buttons of the sound, in the toast. */
  sound?: ReactNode
}

const now = () => performance.now()

/** The site's agents on a map, with what is being read at them. It fills its place. */
export function AgentsMap(props: AgentsMapProps) {
  const { settings } = props
  const [isOpen, setOpen] = useState(false)
  const onOpen = useCallback(() => setOpen(true), [])
  return (
    <MapFrame
      label={MAP_TEXTS.title}
      centre={EMPTY_CENTRE}
      zoom={settings.emptyZoom}
      isInPage={settings.isInPage}
      hasView={isOpen}
    >
      <Scene {...props} onOpen={onOpen} />
    </MapFrame>
  )
}

function Scene(props: AgentsMapProps & { onOpen: () => void }) {
  const { settings, siteTime, scans, isFollowing, isReady, focus, sound, onOpen } = props
  const map = useMap()
  const { clock, nextFrame } = useApp()
  const { agents, today } = useLiveLink()
  const [rules] = useState(() => createFlightRules(now))
  const [choice, setChoice] = useState<Choice | null>(null)
  const choose = useCallback(
    (code: string, isByKey = false) => {
      rules.touch()
      setChoice({ code, isByKey })
    },
    [rules],
  )
  const [markers] = useState(() =>
    createAgentMarkers({
      map,
      agents,
      nextFrame,
      isMotionReduced: prefersReducedMotion,
      onChoose: choose,
    }),
  )
  const follows = useRef(isFollowing)
  useEffect(() => void (follows.current = isFollowing), [isFollowing])

  const showAll = useCallback(() => fitAll(map, agents.list(), settings), [map, agents, settings])
  useOpeningView({ map, settings, isReady, focus, markers, onFocus: choose, onOpen })

  useEffect(() => markers.start(), [markers])
  useEffect(() => watchTouches(map, rules.touch), [map, rules])
  useEffect(() => today.watch(), [today])

  const isWall = useIsWall()
  const slot = useMemo(
    () =>
      createToastSlot({
        clock,
        now,
        standsMs: { read: settings.toastMs, suppressed: settings.suppressedToastMs },
      }),
    [clock, settings],
  )
  useEffect(() => {
    const pulses = createPulsePool({ map, now, nextFrame })
    const isFollowingNow = () => follows.current
    const options = { map, settings, rules, pulses, isMotionReduced: prefersReducedMotion }
    const show = createScanEffects({ ...options, isFollowing: isFollowingNow })
    const stop = scans.subscribe((batch) => {
      show(batch)
      // Nobody at a wall does anything about a repeat.
      slot.show(isWall ? batch.filter(({ kind }) => kind === 'read') : batch)
    })
    return () => {
      stop()
      pulses.destroy()
    }
  }, [map, settings, scans, rules, slot, isWall, nextFrame])

  const close = useCallback(() => {
    setChoice(null)
    if (choice?.isByKey) markers.focus(choice.code)
  }, [choice, markers])
  return (
    <>
      <MapCorner>
        <button
          type="button"
          aria-label={MAP_TEXTS.showAll}
          title={MAP_TEXTS.showAll}
          onClick={showAll}
        >
          <IconMaximize size={18} aria-hidden />
        </button>
      </MapCorner>
      {choice && <AgentPopup choice={choice} siteTime={siteTime} onClose={close} />}
      <MapOverlay>
        <LiveToast slot={slot} siteTime={siteTime} sound={sound} />
        <LaterPart>
          <PaperView map={map} settings={settings} markers={markers} />
        </LaterPart>
      </MapOverlay>
    </>
  )
}

/** Stands under the map's zoom buttons. */
function MapCorner({ children }: { children: ReactNode }) {
  const map = useMap()
  const [place] = useState(() => {
    const element = document.createElement('div')
    element.className = 'leaflet-bar'
    DomEvent.disableClickPropagation(element)
    return element
  })
  useEffect(() => {
    const control = new Control({ position: 'topleft' })
    control.onAdd = () => place
    control.addTo(map)
    return () => void control.remove()
  }, [map, place])
  return createPortal(children, place)
}

/** Calls back whenever a person moves the map, until the function that it returns is called. */
function watchTouches(map: LeafletMap, onTouch: () => void): () => void {
  const container = map.getContainer()
  const options = { capture: true, passive: true }
  // A wheel that scrolls the page, not the map, does not count.
  const onEvent = ({ type }: Event) => {
    if (type !== 'wheel' || map.scrollWheelZoom.enabled()) onTouch()
  }
  for (const name of TOUCHES) container.addEventListener(name, onEvent, options)
  return () => {
    for (const name of TOUCHES) container.removeEventListener(name, onEvent, options)
  }
}
