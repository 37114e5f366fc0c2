import { Parameter, tlv, u16, u32, u8 } from './parameters.ts'

/** How the reader looks for tags and reports them. */
export interface RospecOptions {
  id: number
  /** Numbers of antennas; 0 stands for all. */
  antennas: readonly number[]
  /** Tags that a report holds at the most; 0: any number, at the end of a period. */
  reportEvery: number
  /** Absent: the reading needs a start and never ends; else it starts by itself once per period. */
  periodMs?: number
  /** Bits of TagReportContentSelector. */
  content?: number
  /** 0, the highest, to 7. */
  priority?: number
  inventorySpecId?: number
  /** Gen2 session, 0 to 3; absent: as the reader is set. */
  session?: number
  /** How many tags to expect at once, with `session`. */
  tagPopulation?: number
  /** The entry of the reader's table of powers, with its hop table and channel; absent: as it is set. */
  transmitter?: { powerIndex: number; hopTable: number; channel: number }
}

/** Antenna, peak RSSI, last sight and how often: what a read may carry. */
const CONTENT = 0x1580
const AIR_PROTOCOL_GEN2 = 1
const DISABLED = 0
const START_PERIODIC = 2
const STOP_AFTER_DURATION = 1
/** A reading that has not ended when its next one is due would miss that one. */
const PAUSE_MS = 50
/** A report at n tags or when the antennas' turn, or the whole reading, ends. */
const REPORT_AT_END_OF_TURN = 1
const REPORT_AT_END_OF_READING = 2

/** The ROSpec parameter of an ADD_ROSPEC. */
export function encodeRospec(options: RospecOptions): Buffer {
  const { id, antennas, reportEvery, periodMs, content = CONTENT, inventorySpecId = 1 } = options
  const start =
    periodMs === undefined
      ? tlv(Parameter.rospecStartTrigger, u8(0))
      : tlv(
          Parameter.rospecStartTrigger,
          u8(START_PERIODIC),
          tlv(Parameter.periodicTrigger, u32(0, periodMs)),
        )
  const stop =
    periodMs === undefined
      ? tlv(Parameter.rospecStopTrigger, u8(0), u32(0))
      : tlv(Parameter.rospecStopTrigger, u8(STOP_AFTER_DURATION), u32(periodMs - PAUSE_MS))
  const trigger = periodMs === undefined ? REPORT_AT_END_OF_TURN : REPORT_AT_END_OF_READING
  return tlv(
    Parameter.rospec,
    u32(id),
    u8(options.priority ?? 0, DISABLED),
    tlv(Parameter.roBoundarySpec, start, stop),
    tlv(
      Parameter.aiSpec,
      u16(antennas.length, ...antennas),
      tlv(Parameter.aiSpecStopTrigger, u8(0), u32(0)),
      tlv(
        Parameter.inventoryParameterSpec,
        u16(inventorySpecId),
        u8(AIR_PROTOCOL_GEN2),
        ...antennaConfiguration(options),
      ),
    ),
    tlv(
      Parameter.roReportSpec,
      u8(trigger),
      u16(reportEvery),
      tlv(Parameter.tagReportContentSelector, u16(content)),
    ),
  )
}

/** One for all antennas; none when nothing differs from what the reader is set to. */
function antennaConfiguration({ session, tagPopulation, transmitter }: RospecOptions): Buffer[] {
  const parts: Buffer[] = []
  if (transmitter !== undefined) {
    const { hopTable, channel, powerIndex } = transmitter
    parts.push(tlv(Parameter.rfTransmitter, u16(hopTable, channel, powerIndex)))
  }
  if (session !== undefined) {
    const singulation = [u8(session << 6), u16(tagPopulation ?? 32), u32(0)]
    const control = tlv(Parameter.c1g2SingulationControl, ...singulation)
    parts.push(tlv(Parameter.c1g2InventoryCommand, u8(0), control))
  }
  return parts.length === 0 ? [] : [tlv(Parameter.antennaConfiguration, u16(0), ...parts)]
}
