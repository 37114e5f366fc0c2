import { encodeMessage, MessageType } from './message.ts'
import { Parameter, tlv, u16, u32, u8 } from './parameters.ts'
import { encodeRospec, type RospecOptions } from './rospec.ts'

/** Numbers of the events that a reader can report. */
const EVENTS = { rospec: 2, bufferLevel: 3, exception: 4, antenna: 8 } as const
const ANTENNA_PROPERTIES = 2
const PERIODIC = 1
const TOP_BIT = 0x80

/** Every ROSpec of the reader with `rospecId` 0. */
export const deleteRospec = (id: number, rospecId: number) =>
  encodeMessage(MessageType.deleteRospec, id, u32(rospecId))
export const addRospec = (id: number, rospec: RospecOptions) =>
  encodeMessage(MessageType.addRospec, id, encodeRospec(rospec))
export const enableRospec = (id: number, rospecId: number) =>
  encodeMessage(MessageType.enableRospec, id, u32(rospecId))
export const startRospec = (id: number, rospecId: number) =>
  encodeMessage(MessageType.startRospec, id, u32(rospecId))
export const closeConnection = (id: number) => encodeMessage(MessageType.closeConnection, id)
export const keepaliveAck = (id: number) => encodeMessage(MessageType.keepaliveAck, id)
/** Asks for what the reader held back since the connection before this one. */
export const enableEventsAndReports = (id: number) =>
  encodeMessage(MessageType.enableEventsAndReports, id)
/** Asks which antennas are connected. */
export const getAntennas = (id: number) =>
  encodeMessage(MessageType.getReaderConfig, id, u16(0), u8(ANTENNA_PROPERTIES), u16(0, 0))

export interface ReaderSettings {
  keepaliveMs: number
  /** Report when a reading ends by itself. */
  rospecEvents: boolean
}

/** A keepalive, the events that matter, and reports that wait for `enableEventsAndReports`. */
export function setReaderConfig(id: number, { keepaliveMs, rospecEvents }: ReaderSettings): Buffer {
  const states = Object.values(EVENTS).map((event) => {
    const isWanted = event !== EVENTS.rospec || rospecEvents
    return tlv(Parameter.eventNotificationState, u16(event), u8(isWanted ? TOP_BIT : 0))
  })
  return encodeMessage(
    MessageType.setReaderConfig,
    id,
    u8(0),
    tlv(Parameter.eventNotificationSpec, ...states),
    tlv(Parameter.keepaliveSpec, u8(PERIODIC), u32(keepaliveMs)),
    tlv(Parameter.eventsAndReports, u8(TOP_BIT)),
  )
}
