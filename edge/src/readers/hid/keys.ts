/** Codes of linux/input-event-codes.h. */
export const EV_SYN = 0
export const EV_KEY = 1
export const SYN_DROPPED = 3
export const KEY_ENTER = 28
export const KEY_TAB = 15
export const KEY_KPENTER = 96
export const KEY_LEFTSHIFT = 42
export const KEY_RIGHTSHIFT = 54
/** Num lock, caps lock and scroll lock, which some readers press around a tag. */
const LOCKS = new Set([58, 69, 70])

/** The keys of a row by the code of the first, without and with shift, as on a US keyboard. */
const ROWS: readonly [first: number, plain: string, shifted: string][] = [
  [2, '1234567890-=', '!@#$%^&*()_+'],
  [16, 'qwertyuiop[]', 'QWERTYUIOP{}'],
  [30, "asdfghjkl;'`", 'ASDFGHJKL:"~'],
  [43, '\\zxcvbnm,./', '|ZXCVBNM<>?'],
  [71, '789-456+1230.', '789-456+1230.'],
]
const OTHERS: readonly [code: number, character: string][] = [
  [55, '*'],
  [57, ' '],
  [98, '/'],
]

const plainKeys = new Map(OTHERS)
const shiftedKeys = new Map(OTHERS)
for (const [first, plain, shifted] of ROWS) {
  for (let i = 0; i < plain.length; i++) {
    plainKeys.set(first + i, plain.charAt(i))
    shiftedKeys.set(first + i, shifted.charAt(i))
  }
}

/** Stands for a key that is no part of a tag: no tag holds this character. */
const UNKNOWN = '\ufffd'

/** The character of a key; empty for one that only changes others. */
export function characterOf(code: number, isShifted: boolean): string {
  if (LOCKS.has(code)) return ''
  return (isShifted ? shiftedKeys : plainKeys).get(code) ?? UNKNOWN
}
