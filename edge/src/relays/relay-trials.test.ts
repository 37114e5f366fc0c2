import type { RelayPin } from '@vehicle-control/protocol'
import { runs } from '@vehicle-control/protocol/testing/runs'
import { expect, it } from 'vitest'
import { between, type Random, seededRandom } from '../random.ts'
import { commandOf, RIG_MAX_ON_MS, RelayRig } from '../testing/relay-rig.ts'
import { RELAY_REST_MS } from './relay-rest.ts'

const TRIALS = runs(10_000)
const SEED = Number(process.env['SEED'] || 20_261_122)
const PINS: RelayPin[] = [17, 27]
/** What systemd needs to end a process that was killed, and relays-off to set the safe level. */
const RELAYS_OFF_MS = 100

interface Findings {
  trials: number
  switchedOn: number
  kills: number
  /** Switched on after the deadline, or for another boot. */
  stale: number
  /** Switched on a second time for one id. */
  double: number
  /** Beyond the most that a relay may be on, milliseconds. */
  overMs: number
}

/** A command that may come late, twice, for another boot, or to an edge that is killed meanwhile. */
async function tryOnce(rig: RelayRig, random: Random, id: string, found: Findings): Promise<void> {
  const pin = random() < 0.5 ? 17 : 27
  const state = random() < 0.8 ? 1 : 0
  const bootId = random() < 0.9 ? 'boot-1' : 'boot-0'
  const deadline = rig.time.monotonic() + Math.round(between(random, -500, 5000))
  const durationMs = random() < 0.5 ? Math.round(between(random, 1, 60_000)) : undefined
  const command = commandOf({ id, pin, state, durationMs, bootId, deadline })
  const deliveries = random() < 0.3 ? 3 : 1
  const diskMs = random() < 0.2 ? between(random, 0, 7000) : 0
  const killedAt = random() < 0.05 ? Math.floor(between(random, 0, deliveries)) : -1
  let on = 0
  for (let i = 0; i < deliveries; i++) {
    rig.diskFails = random() < 0.05
    rig.whileStoring = () => {
      rig.time.advance(diskMs)
      if (i === killedAt) kill(rig, found)
    }
    const before = rig.moves.length
    await rig.board.handle(command)
    for (const move of rig.moves.slice(before)) {
      if (move.level === 0) continue
      on++
      if (move.at > deadline || bootId !== 'boot-1') found.stale++
    }
    rig.time.advance(random() < 0.5 ? 0 : between(random, 0, 3000))
  }
  rig.whileStoring = () => {}
  found.trials++
  found.switchedOn += on
  found.double += Math.max(0, on - 1)
}

/** The pins keep their levels until relays-off runs; then the edge starts again. */
function kill(rig: RelayRig, found: Findings): void {
  rig.die()
  rig.time.advance(RELAYS_OFF_MS)
  for (const pin of PINS) if (rig.pins.get(pin) === 1) rig.move(pin, 0)
  rig.time.advance(2000)
  rig.restart()
  found.kills++
}

/** The longest that a relay was on beyond its limit, by the log of its levels alone. */
function longestOver(rig: RelayRig, pin: RelayPin): number {
  let over = 0
  let countedFrom = Number.NEGATIVE_INFINITY
  let offSince = Number.NEGATIVE_INFINITY
  let isOn = false
  for (const move of rig.moves) {
    if (move.pin !== pin) continue
    if (move.level === 1 && !isOn && move.at - offSince >= RELAY_REST_MS) countedFrom = move.at
    if (isOn) over = Math.max(over, move.at - countedFrom - RIG_MAX_ON_MS[pin])
    if (isOn && move.level === 0) offSince = move.at
    isOn = move.level === 1
  }
  return isOn ? Number.POSITIVE_INFINITY : over
}

it(`${TRIALS} commands, late, repeated and killed: none stale, none double, none on too long`, async () => {
  const random = seededRandom(SEED)
  const rig = new RelayRig()
  rig.board.start()
  const found: Findings = { trials: 0, switchedOn: 0, kills: 0, stale: 0, double: 0, overMs: 0 }
  while (found.trials < TRIALS) {
    await tryOnce(rig, random, `trial-${found.trials}`, found)
    if (random() < 0.02) kill(rig, found)
    rig.time.advance(random() < 0.3 ? between(random, 0, 40_000) : 0)
  }
  rig.time.advance(600_000)
  found.overMs = Math.max(...PINS.map((pin) => longestOver(rig, pin)))
  process.stdout.write(`seed ${SEED}: ${JSON.stringify(found)}\n`)
  expect(found.switchedOn).toBeGreaterThan(TRIALS / 10)
  expect(found.kills).toBeGreaterThan(TRIALS / 100)
  expect(found).toMatchObject({ trials: TRIALS, stale: 0, double: 0 })
  expect(found.overMs).toBeLessThanOrEqual(RELAYS_OFF_MS)
})
