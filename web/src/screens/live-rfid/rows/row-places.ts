import type { ScanEvent } from '@vehicle-control/protocol'

/** `aria-rowindex` counts from 1, and the head is the first row. */
const ABOVE = 2

/** The `aria-rowindex` of a read's row, by which it is also found again. */
export function rowNumber(index: number): number {
  return index + ABOVE
}

/** The row in which something is; null outside of them. */
export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('tbody > tr[aria-rowindex]') : null
}

/** The place of a row's read in the list. */
export function placeOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-rowindex')) - ABOVE
}

/** The read in whose row something is. */
export function readOfRow(
  target: EventTarget | null,
  reads: readonly ScanEvent[],
): ScanEvent | null {
  const row = rowOf(target)
  return (row && reads[placeOf(row)]) ?? null
}

/** The row at a place, where it is in the document. */
export function rowAt(box: HTMLElement | null, index: number): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowNumber(index)}"]`) ?? null
}
