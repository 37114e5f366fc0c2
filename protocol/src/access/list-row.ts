import { z } from 'zod'
import { wireText } from '../text.ts'
import { MAX_UID_LENGTH } from '../uid.ts'

/** What the hub says of a tag. A row with another number is of a newer hub, and never allows. */
export const ROW_STATES = { allowed: 1, denied: 2 } as const

/** The numbers of what wears a tag. One that is not here is of a newer hub: no rule is for it. */
export const KIND_NUMBERS = { vehicle: 1, product: 2, furniture: 3 } as const
export type AssetKind = keyof typeof KIND_NUMBERS

/** The last moment that a Date can be. */
const MOMENT_MAX = 8_640_000_000_000_000
export const Moment = z.number().int().min(0).max(MOMENT_MAX)
const byte = z.number().int().min(0).max(0xff)

/** A group of vehicles; an id is never given twice. */
export const GroupId = z.number().int().min(1).max(0xffff_ffff)

/**
 * One tag of a list: uid, state (`ROW_STATES`), valid from, valid to, group, kind (`KIND_NUMBERS`). It
 * holds no name and no plate. A tag is valid from the moment `from` on and no longer at the moment `to`,
 * and null leaves that end open. Group 0 is none.
 */
export const ListRow = z.tuple([
  wireText(MAX_UID_LENGTH).min(1),
  byte,
  Moment.nullable(),
  Moment.nullable(),
  z.union([z.literal(0), GroupId]),
  byte,
])
export type ListRow = z.infer<typeof ListRow>

const TWO_32 = 2 ** 32
const text = new TextEncoder()

/**
 * The bytes by which a row is compared, the same on every platform: each of its parts in order, after
 * one byte with its length. A number is big-endian: state and kind take a byte, the group 4, a moment 8,
 * and null none. A change here makes every list unequal to itself.
 */
export function rowBytes([uid, state, from, to, group, kind]: ListRow): Uint8Array {
  const name = text.encode(uid)
  const bytes = new Uint8Array(name.length + 28)
  const view = new DataView(bytes.buffer)
  bytes[0] = name.length
  bytes.set(name, 1)
  let end = name.length + 1
  const putByte = (value: number) => {
    bytes[end++] = value
  }
  const putMoment = (moment: number | null) => {
    putByte(moment === null ? 0 : 8)
    if (moment === null) return
    view.setUint32(end, Math.floor(moment / TWO_32))
    view.setUint32(end + 4, moment % TWO_32)
    end += 8
  }
  putByte(1)
  putByte(state)
  putMoment(from)
  putMoment(to)
  putByte(4)
  view.setUint32(end, group)
  end += 4
  putByte(1)
  putByte(kind)
  return bytes.subarray(0, end)
}
