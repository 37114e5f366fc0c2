/** Delimiters of a frame: all else is the same in both kinds of firmware. */
export const FRAMINGS = {
  'bb-7e': { header: 0xbb, end: 0x7e },
  'aa-dd': { header: 0xaa, end: 0xdd },
} as const
export type Framing = keyof typeof FRAMINGS
