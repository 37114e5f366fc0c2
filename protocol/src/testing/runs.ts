/** By what factor property and chaos tests run longer than in the suite; LONG=20 takes a night. */
export const LONGER = Number(process.env['LONG'] || 1)

/** The number of runs of a property test, or kills of a chaos test, from its number in the suite. */
export const runs = (inSuite: number): number => inSuite * LONGER
