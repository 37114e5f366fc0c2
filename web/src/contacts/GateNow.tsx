import { Box, type ButtonProps } from '@mantine/core'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef } from 'react'
import type { Gate } from '../relays/GateRelays.tsx'
import { OpenGate } from '../relays/OpenGate.tsx'
import { ContactMarks } from './ContactMarks.tsx'
import { useContacts } from './use-contacts.ts'

/** Pixels between the map's upper edge and a popup that has grown. */
const FROM_TOP = 12

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
  const contacts = useContacts().get(code)
  const isShown = contacts !== undefined
  useEffect(() => {
    const popup = isShown && box.current?.closest('.leaflet-popup')
    if (!popup) return
    // Leaflet has moved the map for a popup without these lines, which grows upwards by them.
    const top = map.getContainer().getBoundingClientRect().top + FROM_TOP
    const above = top - popup.getBoundingClientRect().top
    if (above > 0) map.panBy([0, -above], { animate: false })
  }, [map, isShown])
  return (
    contacts && (
      <Box ref={box} mb="0.5rem">
        <ContactMarks contacts={contacts} />
      </Box>
    )
  )
}
