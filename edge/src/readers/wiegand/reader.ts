import { createFeedReader, type FeedOutput } from '../device/feed-reader.ts'
import type { Attempt, Connection } from '../link/reconnector.ts'
import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import { CardReader } from './card-format.ts'
import type { WiegandReaderConfig } from './config.ts'
import { type Bit, type Frame, PulseFrames } from './frames.ts'
import type { Wires } from './wires.ts'

/** Longest delay of a card, beside the rest that ends it. */
const POLL_MS = 20
/** Fewer pulses on one line alone may be a switch nearby. */
const ONE_LINE_PULSES = 8
const SWAPPED_IN_A_ROW = 3

const released: Connection = { close: () => Promise.resolve() }

/** A Wiegand reader: its lines are looked at 50 times a second and never waited for. */
export function createWiegandReader(
  config: WiegandReaderConfig,
  context: ReaderContext,
  open: () => Wires,
): Reader {
  const { monotonic, timers } = context
  const cards = new CardReader(config.formats)
  let inARowSwapped = 0

  function connect(attempt: Attempt, output: FeedOutput): Connection {
    let wires: Wires
    try {
      wires = open()
    } catch (error) {
      attempt.lost(error instanceof Error ? error : new Error(String(error)))
      return released
    }
    const frames = new PulseFrames(monotonic(), (frame) => take(frame, output))
    let cancel = () => {}

    function poll(): void {
      cancel = timers.after(POLL_MS, poll)
      // Before the lines are read: what comes after that is in the next read.
      const now = monotonic()
      try {
        const pulses = wires.pulses()
        for (const pulse of pulses) frames.push(pulse)
        if (pulses.length === 0) frames.rest(now)
      } catch (error) {
        attempt.lost(error instanceof Error ? error : new Error(String(error)))
      }
    }

    attempt.ready()
    cancel = timers.after(0, poll)
    return {
      async close() {
        cancel()
        wires.close()
      },
    }
  }

  function take({ bits, at, fault }: Frame, output: FeedOutput): void {
    output.arrived(Uint8Array.from(bits))
    const uid = fault === null && !isOneLine(bits) ? cards.cardOf(bits) : null
    if (uid !== null) {
      inARowSwapped = 0
      output.warn(null)
      output.emit({ uid, ageMs: Math.max(0, monotonic() - at) })
      return
    }
    output.noise()
    const warning = warningOf(bits, fault, config)
    if (warning !== null) output.warn(warning)
    // A card with two damaged bits may look like one of swapped wires too.
    const isSwapped = fault === null && looksSwapped(bits, cards)
    inARowSwapped = isSwapped ? inARowSwapped + 1 : 0
    if (inARowSwapped >= SWAPPED_IN_A_ROW) {
      const { d0, d1 } = config
      output.warn(`D0 y D1 parecen cambiados: cambia entre sí los cables de los GPIO ${d0} y ${d1}`)
    }
  }

  return createFeedReader(config, context, {
    what: 'Wiegand',
    where: config.simulated ?? `${config.chip ?? 'GPIO'} ${config.d0} y ${config.d1}`,
    connect,
  })
}

const isOneLine = (bits: readonly Bit[]) => new Set(bits).size === 1

/** What the pulses that were no card say of the wiring; null where they say nothing. */
function warningOf(
  bits: readonly Bit[],
  fault: Frame['fault'],
  { d0, d1 }: WiegandReaderConfig,
): string | null {
  if (isOneLine(bits) && bits.length >= ONE_LINE_PULSES) {
    const [on, off] = bits[0] === 0 ? ['D0', `D1 (GPIO ${d1})`] : ['D1', `D0 (GPIO ${d0})`]
    return `solo llegan pulsos por ${on}: revisa el cable de ${off}, su divisor y la tierra común`
  }
  if (fault === 'burst') {
    return 'llegan pulsos sin pausa: hay interferencia; usa cable trenzado o apantallado, tierra común y una resistencia a 3,3 V'
  }
  return null
}

/** Whether the frame is a card once zeros and ones are exchanged; only parities can tell. */
function looksSwapped(bits: readonly Bit[], cards: CardReader): boolean {
  return cards.hasParity(bits.length) && cards.cardOf(bits.map(inverted)) !== null
}

const inverted = (bit: Bit): Bit => (bit === 0 ? 1 : 0)
