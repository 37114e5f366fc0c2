import { isSameChip } from '../gpio/header-chips.ts'
import type { ReaderConfig } from './reader-config.ts'

/** The lines of a GPIO chip that a reader's settings name. */
export interface ReaderPin {
  reader: string
  key: 'd0' | 'd1'
  pin: number
  /** Label of the chip; undefined is the one of the pin header. */
  chip: string | undefined
}

/** The lines that a reader takes; none for one at a port, an address or a pipe. */
export function pinsOf(reader: ReaderConfig): ReaderPin[] {
  if (reader.type !== 'wiegand' || reader.simulated !== undefined) return []
  const { id, chip, d0, d1 } = reader
  return [
    { reader: id, key: 'd0', pin: d0, chip },
    { reader: id, key: 'd1', pin: d1, chip },
  ]
}

/**
 * The first reader at a line that is taken; null without one. `taken` names the holders of lines of
 * `chip`, the chip of the relays and inputs.
 */
export function readerPinFault(
  readers: readonly ReaderConfig[],
  { taken, chip }: { taken: ReadonlyMap<number, string>; chip: string | undefined },
): { path: (string | number)[]; message: string } | null {
  const seen: ReaderPin[] = []
  for (const [i, reader] of readers.entries()) {
    for (const own of pinsOf(reader)) {
      const isSame = (other: ReaderPin) => other.pin === own.pin && isSameChip(other.chip, own.chip)
      const other = seen.find(isSame)
      const holder = isSameChip(own.chip, chip) ? taken.get(own.pin) : undefined
      const who = holder ?? (other && `${other.key} del lector ${other.reader}`)
      if (who !== undefined) {
        const message = `${own.pin} es también el pin de ${who}; dé a cada uno el suyo`
        return { path: ['readers', i, own.key], message }
      }
      seen.push(own)
    }
  }
  return null
}
