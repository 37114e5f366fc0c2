import { Parameter, tlv, u16, visitParameters } from '../../readers/llrp/parameters.ts'

/** Bytes before the parameters of these. */
const ROSPEC_HEAD = 6
const INVENTORY_HEAD = 3
const CONFIGURATION_HEAD = 2
const PARAMETER_ERROR = 100
const OUT_OF_RANGE = 301

/** Where the first parameter of this number lies, or null. */
function find(bytes: Buffer, type: number, from = 0, to = bytes.length) {
  let found: { from: number; to: number } | null = null
  visitParameters(bytes, from, to, (number, _, start, end) => {
    if (number === type) found ??= { from: start, to: end }
  })
  return found as { from: number; to: number } | null
}

/** An LLRPStatus. */
export function statusOf(code: number, text: string, ...errors: Uint8Array[]): Buffer {
  const words = Buffer.from(text)
  return tlv(Parameter.llrpStatus, u16(code, words.length), words, ...errors)
}

/** How often a SET_READER_CONFIG wants a keepalive, milliseconds. */
export function wantedKeepalive(body: Buffer): number {
  const spec = find(body, Parameter.keepaliveSpec, 1)
  return spec === null ? 0 : body.readUInt32BE(spec.from + 1)
}

/** Whether it wants reports to wait after a reconnect. */
export function wantsHolding(body: Buffer): boolean {
  const spec = find(body, Parameter.eventsAndReports, 1)
  return spec !== null && ((body[spec.from] ?? 0) & 0x80) !== 0
}

/** The antennas that an ADD_ROSPEC uses; 0 stands for all. */
export function usedAntennas(body: Buffer): number[] {
  const rospec = find(body, Parameter.rospec)
  const spec = rospec && find(body, Parameter.aiSpec, rospec.from + ROSPEC_HEAD, rospec.to)
  if (spec === null) return []
  const count = body.readUInt16BE(spec.from)
  return Array.from({ length: count }, (_, i) => body.readUInt16BE(spec.from + 2 + 2 * i))
}

/** Whether it starts by itself as soon as it is enabled. */
export function startsByItself(body: Buffer): boolean {
  const rospec = find(body, Parameter.rospec)
  const spec = rospec && find(body, Parameter.roBoundarySpec, rospec.from + ROSPEC_HEAD, rospec.to)
  const trigger = spec && find(body, Parameter.rospecStartTrigger, spec.from, spec.to)
  return trigger !== null && body[trigger.from] !== 0
}

/** The entry of the table of powers that it asks for; null when it names none. */
function wantedPower(body: Buffer): number | null {
  let at = find(body, Parameter.rospec)
  let head = ROSPEC_HEAD
  for (const [type, nextHead] of [
    [Parameter.aiSpec, 0],
    [Parameter.inventoryParameterSpec, INVENTORY_HEAD],
    [Parameter.antennaConfiguration, CONFIGURATION_HEAD],
    [Parameter.rfTransmitter, 0],
  ] as const) {
    if (at === null) return null
    at = find(body, type, at.from + head, at.to)
    const isAiSpec = type === Parameter.aiSpec && at !== null
    head = isAiSpec && at !== null ? 2 + 2 * body.readUInt16BE(at.from) : nextHead
  }
  return at === null ? null : body.readUInt16BE(at.from + 4)
}

/** The LLRPStatus of an ADD_ROSPEC that asks for what the reader does not have; null for a good one. */
export function rospecFault(
  body: Buffer,
  { ports, powers }: { ports: number; powers: number },
): Buffer | null {
  const missing = usedAntennas(body).find((antenna) => antenna > ports)
  if (missing !== undefined) {
    const field = tlv(288, u16(1, OUT_OF_RANGE))
    const text = `antenna ${missing} does not exist`
    return statusOf(PARAMETER_ERROR, text, tlv(289, u16(Parameter.aiSpec, 201), field))
  }
  const power = wantedPower(body)
  if (power === null || power <= powers) return null
  const field = tlv(288, u16(3, OUT_OF_RANGE))
  const error = tlv(289, u16(Parameter.rfTransmitter, 201), field)
  return statusOf(PARAMETER_ERROR, `${powers} powers`, error)
}
