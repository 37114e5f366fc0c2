import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { TEXTS } from '../texts/app.ts'

/** A screen's h1; it names the document and takes the focus after a change of route. */
export function ScreenTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    document.title = `${children} · ${TEXTS.app}`
  }, [children])
  // The router calls the first location of a page 'default': there the focus is the browser's. And
  // a screen that writes into its own address has not changed.
  const [isArrival] = useState(key !== 'default')
  useEffect(() => {
    if (isArrival) heading.current?.focus()
  }, [isArrival])

  return (
    <h1 ref={heading} tabIndex={-1} className="screen-title">
      {children}
    </h1>
  )
}
