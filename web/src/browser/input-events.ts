/** What a person does with hands; it never comes of the page's own doing. */
const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'wheel'] as const

/** Calls the listener at each touch of the page, whoever else takes the event. */
export function onInput(page: Window, listener: () => void): void {
  const options = { passive: true, capture: true }
  for (const name of TOUCHES) page.addEventListener(name, listener, options)
  let last = ''
  // A page that moves below a mouse at rest makes such events too, in the same place of the screen.
  const whenMoved = ({ screenX, screenY }: PointerEvent) => {
    const place = `${screenX} ${screenY}`
    if (last !== '' && place !== last) listener()
    last = place
  }
  page.addEventListener('pointermove', whenMoved, options)
}
