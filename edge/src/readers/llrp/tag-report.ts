import { Parameter, readMicroseconds, TvParameter, visitParameters } from './parameters.ts'

/** A tag as a report of the reader states it. */
export interface ReportedTag {
  /** Hex, upper case. */
  epc: string
  antenna: number | undefined
  /** dBm, the strongest since the last report. */
  rssi: number | undefined
  /** How many times it was seen since the last report. */
  count: number | undefined
  /**
   * When it was seen last, milliseconds by the reader's clock; readers without one count from their
   * start. The first sight is of no use: some readers count it from the start of the reading.
   */
  utcMs: number | undefined
  uptimeMs: number | undefined
}

/**
 * The tags of an RO_ACCESS_REPORT, one by one. `onFault` is called for each part of it that holds
 * none: a length that lies, or data without an EPC. Hot path.
 */
export function readTagReport(
  body: Buffer,
  onTag: (tag: ReportedTag) => void,
  onFault: () => void,
): void {
  const isWhole = visitParameters(body, 0, body.length, (type, bytes, from, to) => {
    if (type !== Parameter.tagReportData) return
    const tag = tagOf(bytes, from, to)
    if (tag === null) onFault()
    else onTag(tag)
  })
  if (!isWhole) onFault()
}

function tagOf(body: Buffer, start: number, end: number): ReportedTag | null {
  const tag: ReportedTag = {
    epc: '',
    antenna: undefined,
    rssi: undefined,
    count: undefined,
    utcMs: undefined,
    uptimeMs: undefined,
  }
  const isWhole = visitParameters(body, start, end, (type, bytes, from, to) => {
    switch (type) {
      case TvParameter.epc96:
        tag.epc = hex(bytes, from, to)
        return
      case Parameter.epcData:
        tag.epc = epcOf(bytes, from, to)
        return
      case TvParameter.antennaId:
        tag.antenna = bytes.readUInt16BE(from)
        return
      case TvParameter.peakRssi:
        tag.rssi = bytes.readInt8(from)
        return
      case TvParameter.tagSeenCount:
        tag.count = bytes.readUInt16BE(from) || undefined
        return
      case TvParameter.lastSeenUtc:
        tag.utcMs = readMicroseconds(bytes, from) || undefined
        return
      case TvParameter.lastSeenUptime:
        tag.uptimeMs = readMicroseconds(bytes, from) || undefined
    }
  })
  return isWhole && tag.epc !== '' ? tag : null
}

/** The EPC of an EPCData, or '' when it is shorter than it says. */
function epcOf(bytes: Buffer, from: number, to: number): string {
  if (to - from < 2) return ''
  const end = from + 2 + Math.ceil(bytes.readUInt16BE(from) / 8)
  return end > to ? '' : hex(bytes, from + 2, end)
}

const hex = (bytes: Buffer, from: number, to: number) =>
  bytes.toString('hex', from, to).toUpperCase()
