import type { Attack } from './attack.ts'
import { openBackups } from './backups.ts'
import { openBodies } from './bodies.ts'
import { Chance } from './chance.ts'
import { openBrokers } from './brokers.ts'
import { openExports } from './exports.ts'
import { openFloods } from './floods.ts'
import { openFrames } from './frames.ts'
import { openGuessing } from './guessing.ts'
import { NormalWork } from './normal-work.ts'
import { openPaths } from './paths.ts'
import { openRaces } from './races.ts'
import { type Fault, Tally } from './tally.ts'
import { Target } from './target.ts'
import { openUploads } from './uploads.ts'

/** `isShort`: a few of each kind are made, beside other work. */
const KINDS: Record<string, (target: Target, isShort: boolean) => Promise<Attack>> = {
  frames: openFrames,
  floods: openFloods,
  exports: openExports,
  brokers: openBrokers,
  backups: openBackups,
  bodies: openBodies,
  guessing: openGuessing,
  races: openRaces,
  paths: openPaths,
  uploads: openUploads,
}
export const KIND_NAMES = Object.keys(KINDS)

export interface HostileOptions {
  seed: string
  /** Kinds of attack; all where there is none. */
  only?: readonly string[]
  /** For how long, or how many attacks of each kind. */
  lasts: { ms: number } | { attempts: number }
  /** The first attack of each kind to make: those before it are left out. */
  from?: number
  postgres?: boolean
}

export interface HostileReport {
  tallies: Tally[]
  /** What normal work went on meanwhile, in words. */
  work: string
  faults: Fault[]
}

/** Attacks a hub in several ways at once while people work with it. */
export async function runHostile(options: HostileOptions): Promise<HostileReport> {
  const target = await Target.start({ postgres: options.postgres })
  try {
    const work = await NormalWork.begin(target)
    const kinds = options.only?.length ? options.only : KIND_NAMES
    const isShort = 'attempts' in options.lasts
    const [apart, together] = [true, false].map((isApart) =>
      kinds.filter((kind) => (!isShort && APART.has(kind)) === isApart),
    )
    const tallies: Tally[] = []
    for (const kind of apart ?? []) tallies.push(await attackBy(kind, target, options))
    const others = (together ?? []).map((kind) => attackBy(kind, target, options))
    tallies.push(...(await Promise.all(others)))
    const said = [await work.end(), ...tallies.map((tally) => tally.said)].filter(Boolean)
    const all = [...tallies, work.tally]
    return { tallies: all, work: said.join('. '), faults: all.flatMap(({ faults }) => faults) }
  } finally {
    await target.end()
  }
}

/** Kinds that are held to figures: one after the other has the machine to itself, before the others. */
const APART: ReadonlySet<string> = new Set(['floods', 'exports', 'backups', 'brokers'])

/** Attacks of a kind at once: those wait for the hub, which lets nobody guess fast. */
const AT_ONCE: Record<string, number> = { exports: 20, guessing: 4, races: 3 }

async function attackBy(
  kind: string,
  target: Target,
  { seed, lasts, from = 0 }: HostileOptions,
): Promise<Tally> {
  const tally = new Tally(kind)
  const isShort = 'attempts' in lasts
  const attack = await KINDS[kind]?.(target, isShort)
  if (!attack) throw new Error(`no kind ${kind}; there are ${KIND_NAMES.join(', ')}`)
  const end = performance.now() + ('ms' in lasts ? lasts.ms : Infinity)
  const last = 'attempts' in lasts ? from + lasts.attempts : Infinity
  let next = from
  const goOn = async () => {
    while (next < last && performance.now() < end && !target.hubProcess.hasEnded) {
      const n = next++
      const attempt = tally.attempt(`--seed ${seed} --only ${kind} --from ${n}`)
      try {
        await attack(new Chance(`${seed}/${kind}/${n}`), attempt, n)
      } catch (error) {
        attempt.fault(`it broke off: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE[kind] ?? 1 }, goOn))
  const said = await attack.end?.(tally.attempt(`--seed ${seed} --only ${kind}`))
  if (said !== undefined) tally.said = said
  return tally
}
