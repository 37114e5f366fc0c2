/** Events that a person causes, and never the page itself. */
const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const

/** Calls the listener at each touch of the page, also where another listener stops the event. */
export function onInput(page: Window, listener: () => void): void {
  const options = { passive: true, capture: true }
  for (const name of TOUCHES) page.addEventListener(name, listener, options)
  let last = ''
  // A page that moves below a resting mouse causes such events too, at the same place of the
  // screen.
  const onMove = ({ screenX, screenY }: PointerEvent) => {
    const place = `${screenX} ${screenY}`
    if (last !== '' && place !== last) listener()
    last = place
  }
  page.addEventListener('pointermove', onMove, options)
}
