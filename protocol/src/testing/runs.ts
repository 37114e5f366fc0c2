/** How many times as long property and chaos tests take as in the suite: LONG=20 is for a night. */
export const LONGER = Number(process.env['LONG'] || 1)

/** The runs of a property test, or the kills of a chaos test, that has so many in the suite. */
export const runs = (inSuite: number): number => inSuite * LONGER
