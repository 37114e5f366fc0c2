import { Box, type ButtonProps } from '@mantine/core'
import type { LatLngLiteral, Map as LeafletMap } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useLiveLink } from '../live/LiveLink.tsx'
import type { Gate } from '../relays/GateRelays.tsx'
import { OpenGate } from '../relays/OpenGate.tsx'
import { ContactMarks } from './ContactMarks.tsx'
import { useContacts } from './use-contacts.ts'

/** Pixels between the map's upper edge and a popup that has grown. */
const FROM_TOP = 12
/** Pixels that an agent takes on a narrow map: above its place, and below it with name and state. */
const [ABOVE_PLACE, BELOW_PLACE] = [16, 52]
/** Pixels that the map's buttons and a toast above a sheet take there (as in live-toast.module.css). */
const [LEFT, TOP] = [66, 56]
/** Pixels that its name needs on both sides. */
const BESIDE_PLACE = 60

export interface GateNowProps {
  gate: Gate
  /** Of the popup that it stands in, if it does: there it tells what the contacts say, too. */
  map?: LeafletMap
}

/** The button that leads to a gate's relays; in a popup below what the gate's contacts tell now. */
export function GateNow({ map, ...button }: GateNowProps & ButtonProps) {
  return (
    <>
      {map && <PopupContacts code={button.gate.code} map={map} />}
      <OpenGate {...button} />
    </>
  )
}

function PopupContacts({ code, map }: { code: string; map: LeafletMap }) {
  const box = useRef<HTMLDivElement>(null)
  const { agents } = useLiveLink()
  const contacts = useContacts().get(code)
  const isShown = contacts !== undefined
  useEffect(() => {
    const popup = box.current?.closest('.leaflet-popup')
    if (!popup) {
      const sheet = box.current?.closest('section')
      const { lat = null, lng = null } = agents.get(code) ?? {}
      if (sheet && lat !== null && lng !== null) bringAbove(sheet.offsetHeight, map, { lat, lng })
      return
    }
    if (!isShown) return
    // Leaflet has moved the map for a popup without these lines, which grows upwards by them.
    const top = map.getContainer().getBoundingClientRect().top + FROM_TOP
    const above = top - popup.getBoundingClientRect().top
    if (above > 0) map.panBy([0, -above], { animate: false })
  }, [map, isShown, code, agents])
  return (
    <Box ref={box} mb={isShown ? '0.5rem' : 0}>
      {contacts && <ContactMarks contacts={contacts} />}
    </Box>
  )
}

/** Moves a narrow map until a place is in what its buttons, a toast and so high a sheet leave free. */
function bringAbove(sheetPx: number, map: LeafletMap, place: LatLngLiteral): void {
  const { x, y } = map.latLngToContainerPoint(place)
  const size = map.getSize()
  const right = size.x - BESIDE_PLACE
  const bottom = size.y - sheetPx - BELOW_PLACE
  // Where not all of it fits, the sheet counts for more than the toast, which goes.
  const toX = Math.min(Math.max(x, LEFT + ABOVE_PLACE), right)
  const toY = Math.min(Math.max(y, TOP + ABOVE_PLACE), bottom)
  if (toX !== x || toY !== y) map.panBy([x - toX, y - toY], { animate: false })
}
