import { type RefObject, useLayoutEffect, useState } from 'react'
import { rootFontSize } from '../../browser/root-font-size.ts'

/** The room inside an element, in pixels, and the size of the page's type there. */
export interface Room {
  readonly width: number
  readonly height: number
  readonly remPx: number
}

const NONE: Room = { width: 0, height: 0, remPx: 16 }

/** Follows the room that the layout gives an element; zeros until it is there. */
export function useRoom(place: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(NONE)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return undefined
    const measure = () => {
      const remPx = rootFontSize()
      const now = { width: box.clientWidth, height: box.clientHeight, remPx }
      setRoom((was) => (isSame(was, now) ? was : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [place])
  return room
}

function isSame(a: Room, b: Room): boolean {
  return a.width === b.width && a.height === b.height && a.remPx === b.remPx
}
