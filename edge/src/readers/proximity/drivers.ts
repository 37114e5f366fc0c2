import type { DeviceDriver, TagOutput } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import { BareParser } from './bare-parser.ts'
import { stxShape } from './stx-shape.ts'

/** A frame takes 17 ms at 9600 baud; a busy edge may get it in parts. */
const FRAME_ENDS_MS = 500
/** Long enough for the parts that an USB adapter makes, and shorter than the pause between frames. */
const SILENCE_MS = 60

const take = (card: string, output: TagOutput) => output.emit({ uid: card })

/** Readers that put a card's number between STX and ETX, again and again while the card stays. */
export const stxDriver: DeviceDriver<string> = {
  createParser: (output) => new ResyncFramer(stxShape, output),
  take,
  idleMs: FRAME_ENDS_MS,
}

/** Readers that print a card's number with nothing around it: only silence marks its beginning. */
export const bareDriver: DeviceDriver<string> = {
  createParser: (output) => new BareParser(output),
  take,
  idleMs: SILENCE_MS,
}
