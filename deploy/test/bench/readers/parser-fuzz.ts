import { type Random, seededRandom } from '@vehicle-control/edge/random'
import type { ParserSubject } from './subjects.ts'

/** Frames between two looks at whether a good one is read. */
const FRAMES_A_GROUP = 100
/** Tags of the bad frames; the good one is another. */
const BAD_TAGS = 1000

export interface FuzzResult {
  frames: number
  uncaught: number
  /** Groups after which a good frame was not read. */
  missed: number
  /** By how much the memory in use grew from the first tenth to the end, after collections. */
  grownBytes: number
}

/**
 * Gives a parser frames that are changed, joined, cut and between other bytes, and after each hundred
 * what its reader does then (see `recoversAfter`) and a good one, which must be read.
 */
export function fuzzParser(subject: ParserSubject, count: number): FuzzResult {
  const { name, open, tagFrame, recoversAfter, holdsBytes } = subject
  const random = seededRandom(seedOf(name))
  const groups = Math.ceil(count / FRAMES_A_GROUP)
  const wanted = uidOf(subject, BAD_TAGS)
  const good = tagFrame(BAD_TAGS)
  const goodAtMost = recoversAfter === 'bytes' ? Math.ceil(holdsBytes / good.length) + 1 : 1
  const frames = Array.from({ length: BAD_TAGS }, (_, n) => tagFrame(n))
  let isRead = false
  let uncaught = 0
  let missed = 0
  let early = 0
  const parser = open(
    (uid) => (isRead ||= uid === wanted),
    () => {},
  )
  for (let group = 0; group < groups; group++) {
    try {
      for (const chunk of garbled(random, frames)) parser.push(chunk)
      if (recoversAfter !== 'bytes') parser.reset()
      isRead = false
      for (let i = 0; i < goodAtMost && !isRead; i++) parser.push(good)
      if (!isRead) missed++
    } catch {
      uncaught++
    }
    if (group === Math.floor(groups / 10)) early = memoryInUse()
  }
  return { frames: groups * FRAMES_A_GROUP, uncaught, missed, grownBytes: memoryInUse() - early }
}

function uidOf({ name, open, tagFrame }: ParserSubject, n: number): string {
  const uids: string[] = []
  open(
    (uid) => uids.push(uid),
    () => {},
  ).push(tagFrame(n))
  const [uid] = uids
  if (uid === undefined) throw new Error(`${name}: a good frame is not read`)
  return uid
}

/** A group of frames: some whole, some changed, some cut, some with bytes between, in any chunks. */
function garbled(random: Random, frames: readonly Buffer[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let i = 0; i < FRAMES_A_GROUP; i++) {
    const frame = Buffer.from(frames[below(random, frames.length)] ?? [])
    const kind = below(random, 6)
    const changes = kind === 0 ? 1 : kind === 1 ? 4 : 0
    for (let k = 0; k < changes; k++) frame[below(random, frame.length)] = below(random, 256)
    if (kind === 2) pieces.push(frame.subarray(0, below(random, frame.length)))
    else if (kind === 3) pieces.push(frame.subarray(below(random, frame.length)))
    else pieces.push(frame)
    if (kind === 4) pieces.push(otherBytes(random))
  }
  const bytes = Buffer.concat(pieces)
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const size = 1 + below(random, random() < 0.3 ? 16 : 4095)
    chunks.push(bytes.subarray(at, (at += size)))
  }
  return chunks
}

function otherBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: below(random, 40) }, () => below(random, 256)))
}

const below = (random: Random, limit: number) => Math.floor(random() * limit)

/** The same frames at each run. */
const seedOf = (name: string) => Buffer.from(name).reduce((sum, byte) => sum * 31 + byte, 7)

/** Heap and buffers, after a collection where this process may ask for one. */
function memoryInUse(): number {
  globalThis.gc?.()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}
