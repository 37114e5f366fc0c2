const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Calls `onTouch` when somebody touches the page, until the function that it returns is called. */
export function watchTouches(onTouch: (event: Event) => void): () => void {
  let place = ''
  const touch = (event: Event) => {
    // Content that moves under a resting pointer is no touch.
    if (event.type === 'pointermove' && event instanceof MouseEvent) {
      const at = `${event.screenX} ${event.screenY}`
      if (at === place) return
      place = at
    }
    onTouch(event)
  }
  for (const sign of SIGNS) document.addEventListener(sign, touch, { passive: true })
  return () => {
    for (const sign of SIGNS) document.removeEventListener(sign, touch)
  }
}
