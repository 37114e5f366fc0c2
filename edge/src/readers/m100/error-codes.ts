/** No tag answered in this round: the usual answer, and no fault. */
export const NO_TAG = 0x15
/** The module does not know the command, or its parameters. */
export const BAD_COMMAND = 0x17

const MEANINGS: Record<number, string> = {
  0x09: 'a tag could not be read',
  0x16: 'a tag denies the access',
  [BAD_COMMAND]: 'it does not know the command',
  0x20: 'it finds no free channel to transmit on',
}

/** What an error frame of a module says, in English. */
export function describeError(code: number): string {
  const hex = code.toString(16).toUpperCase().padStart(2, '0')
  return `${MEANINGS[code] ?? 'it reports a fault'} (error ${hex})`
}
