import type { KeyboardEvent } from 'react'

const STEPS: Record<string, readonly [row: number, hr: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** The name by which `stepInGrid` finds a cell's link. */
export function cellName(row: number, hr: number): string {
  return `${row}-${hr}`
}

/** Takes the focus with the arrows from a link in a grid of counts to the next one that way. */
export function stepInGrid(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const name = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined
  if (!step || name === undefined) return
  event.preventDefault()
  let [row = 0, hr = 0] = name.split('-').map(Number)
  for (;;) {
    row += step[0]
    hr += step[1]
    if (row < 0 || hr < 0 || row > 99 || hr > 23) return
    const next = event.currentTarget.querySelector<HTMLElement>(
      `[data-cell="${cellName(row, hr)}"]`,
    )
    if (next) return next.focus()
  }
}
