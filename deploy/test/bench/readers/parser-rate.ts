import type { ParserSubject } from './subjects.ts'

/** As a port under load hands them over. */
const CHUNK_BYTES = 4095
const TAGS = 1000
const READS = 20 * TAGS
const ROUNDS = 5

export interface ParserRate {
  readsPerSecond: number
  /** Its time over that of a loop that adds up the same bytes, in the same chunks. */
  timesPlainPass: number
}

/** Reads a second from bytes to tags on one core; the best round of five. */
export function parserRate({ name, open, tagFrame }: ParserSubject): ParserRate {
  const frames = Array.from({ length: TAGS }, (_, n) => tagFrame(n))
  const bytes = Buffer.concat(Array.from({ length: READS / TAGS }, () => frames).flat())
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    chunks.push(bytes.subarray(at, at + CHUNK_BYTES))
  }
  let best = Infinity
  let plain = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    let reads = 0
    const parser = open(
      () => reads++,
      () => {},
    )
    best = Math.min(
      best,
      secondsOf(() => chunks.forEach((chunk) => parser.push(chunk))),
    )
    if (reads !== READS) throw new Error(`${name}: ${reads} of ${READS} reads were found`)
    plain = Math.min(
      plain,
      secondsOf(() => chunks.forEach(addUp)),
    )
  }
  return { readsPerSecond: READS / best, timesPlainPass: best / plain }
}

/** What the loop finds, so that no compiler leaves it out. */
let sum = 0
function addUp(chunk: Buffer): void {
  for (let at = 0; at < chunk.length; at++) sum = (sum + (chunk[at] ?? 0)) | 0
}

function secondsOf(run: () => void): number {
  const start = performance.now()
  run()
  return (performance.now() - start) / 1000
}
