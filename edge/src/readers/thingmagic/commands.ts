import { regionFor } from '../region/region-setting.ts'
import { THINGMAGIC_BANDS, THINGMAGIC_REGIONS, type ThingMagicReaderConfig } from './config.ts'
import { OPCODE, thingMagicCommand } from './frame.ts'

const GEN2 = [0x00, 0x05]
/** The only port of a Nano, to send and to listen. */
const ANTENNA = [1, 1]
/** Off: with the filter the module reports a tag once and never again. */
const READ_FILTER_OFF = [0x01, 0x0c, 0x00]

// A blob of the vendor's own software, of which not every field is documented: no timeout, read
// many, Gen2, search flags, 1000 ms, all metadata.
const READ_ON = [0x00, 0x00, 0x01, 0x22, 0x00, 0x00, 0x05]
const TAGS = [0x07, 0x22, 0x10, 0x00, 0x1b, 0x03, 0xe8, 0x01, 0xff]
const TAGS_AND_TEMPERATURE = [0x09, 0x22, 0x10, 0x01, 0x1b, 0x03, 0xe8, 0x01, 0xff, 0x01, 0x00]

/** Ends a continuous reading; also for a module that does not read. */
export const STOP = thingMagicCommand(OPCODE.MULTI_PROTOCOL, [0x00, 0x00, 0x02])

/** Begins a continuous reading, which goes on until it is stopped. */
export function startCommand(withTemperature: boolean): Buffer {
  const wanted = withTemperature ? TAGS_AND_TEMPERATURE : TAGS
  return thingMagicCommand(OPCODE.MULTI_PROTOCOL, [...READ_ON, ...wanted])
}

/** The commands that set a module up before it reads, in order. */
export function setUpCommands({
  region,
  powerDbm,
}: ThingMagicReaderConfig): { what: string; bytes: Buffer }[] {
  const own = THINGMAGIC_REGIONS[regionFor(THINGMAGIC_BANDS, region)]
  const centiDbm = Math.round(powerDbm * 100)
  const power = [centiDbm >> 8, centiDbm & 0xff]
  return [
    { what: 'to tell its version', bytes: thingMagicCommand(OPCODE.VERSION) },
    { what: 'Gen2 tags', bytes: thingMagicCommand(OPCODE.SET_PROTOCOL, GEN2) },
    { what: 'antenna 1', bytes: thingMagicCommand(OPCODE.SET_ANTENNA, ANTENNA) },
    {
      what: `the region ${region}`,
      bytes: thingMagicCommand(OPCODE.SET_REGION, [own]),
    },
    { what: `${powerDbm} dBm`, bytes: thingMagicCommand(OPCODE.SET_READ_POWER, power) },
    { what: 'to repeat tags', bytes: thingMagicCommand(OPCODE.SET_OPTION, READ_FILTER_OFF) },
  ]
}
