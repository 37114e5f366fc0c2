import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fuzzParser } from './readers/parser-fuzz.ts'
import { parserRate } from './readers/parser-rate.ts'
import { parserSubjects } from './readers/subjects.ts'
import { threeReaders } from './readers/three-readers.ts'
import type { Figure } from './table.ts'

const READS_A_SECOND = 5000
/** What a heap moves by, collected or not. */
const GROWN_MAX_MIB = 8
const MIB = 1024 * 1024

/**
 * Every parser on one core, under a million bad frames (`BENCH_FRAMES`), and an edge with three; the
 * parsers of some types alone where `BENCH_TYPES` names them, as in `chafon_cf,m100`.
 */
export async function benchReaders(): Promise<Figure[]> {
  const frames = Number(process.env['BENCH_FRAMES'] || 1_000_000)
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc
  const only = process.env['BENCH_TYPES']?.split(',')
  const subjects = (await parserSubjects()).filter(
    ({ types }) => only === undefined || types.some((type) => only.includes(type)),
  )
  const figures: Figure[] = []
  for (const subject of subjects) {
    const { readsPerSecond, timesPlainPass } = parserRate(subject)
    figures.push({
      what: `${subject.name}: from bytes to tags on one core`,
      measured: `${Math.round(readsPerSecond)} reads/s, ${timesPlainPass.toFixed(1)} × a plain pass over the bytes`,
      goal: `≥ ${READS_A_SECOND.toLocaleString('en')} reads/s`,
      reached: readsPerSecond >= READS_A_SECOND,
    })
    const fuzz = fuzzParser(subject, frames)
    const grown = fuzz.grownBytes / MIB
    figures.push({
      what: `${subject.name}: ${fuzz.frames} frames that are changed, joined or cut`,
      measured: `${fuzz.uncaught} uncaught, ${fuzz.missed} good frames missed, memory ${grown.toFixed(1)} MiB`,
      goal: `0, 0, ≤ ${GROWN_MAX_MIB} MiB`,
      reached: fuzz.uncaught === 0 && fuzz.missed === 0 && grown <= GROWN_MAX_MIB,
    })
  }
  return only === undefined ? [...figures, await threeReaders()] : figures
}
