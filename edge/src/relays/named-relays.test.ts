import { beforeEach, describe, expect, it } from 'vitest'
import { commandOf, namedCommandOf, RelayRig } from '../testing/relay-rig.ts'

let rig: RelayRig

beforeEach(() => {
  rig = new RelayRig({ names: { 27: 'Salida', 22: 'Patio' } })
  rig.board.start()
  rig.moves.length = 0
})

/** Handles a command by name to the end; answers its result. */
async function run(settings: Parameters<typeof namedCommandOf>[0]) {
  await rig.board.handle(namedCommandOf(settings))
  return rig.results.at(-1)
}

describe('a command by name', () => {
  it('moves the relay of that name, and its results say both', async () => {
    const relay = { id: 'on', relay: 'Salida', pin: 27 }
    const done = { ...relay, state: 1, ok: true, onMs: 700, reason: 'done' }
    expect(await run({ id: 'on', relay: 'Salida', durationMs: 700 })).toEqual(done)
    expect(rig.moves).toMatchObject([{ pin: 27, level: 1 }])
    rig.time.advance(700)
    const ended = { ...relay, state: 0, ok: true, onMs: 700, reason: 'auto_off' }
    expect(rig.results.at(-1)).toEqual(ended)
    expect(rig.pins.get(27)).toBe(0)
  })

  it('moves a relay of another pin, which its results name alone, and no other relay', async () => {
    const done = { id: 'on', relay: 'Patio', state: 1, ok: true, onMs: 700, reason: 'done' }
    expect(await run({ id: 'on', relay: 'Patio', durationMs: 700 })).toEqual(done)
    rig.time.advance(700)
    const ended = { ...done, state: 0, reason: 'auto_off' }
    expect(rig.results.at(-1)).toEqual(ended)
    expect(rig.moves.map(({ pin, level }) => [pin, level])).toEqual([
      [22, 1],
      [22, 0],
    ])
    rig.restart()
    expect(await run({ id: 'on', relay: 'Patio' })).toEqual(done)
    expect(rig.moves.filter(({ level }) => level === 1)).toHaveLength(1)
  })

  it('that no relay has fails, moves nothing, and its id stays with that result', async () => {
    const failed = { id: 'on', relay: 'Otra', state: 1, ok: false, onMs: 0, reason: 'failed' }
    expect(await run({ id: 'on', relay: 'Otra' })).toEqual(failed)
    expect(await run({ id: 'on', relay: 'Salida' })).toEqual(failed)
    await rig.board.handle(commandOf({ id: 'on' }))
    expect(rig.results.at(-1)).toEqual(failed)
    expect(rig.moves).toEqual([])
  })

  it('does not run when its id cannot be stored, is known, is late or of another boot', async () => {
    const told = async (settings: Partial<Parameters<typeof namedCommandOf>[0]>) =>
      (await run({ id: 'on', relay: 'Salida', ...settings }))?.reason
    rig.diskFails = true
    expect(await told({ id: 'no-disk' })).toBe('failed')
    rig.diskFails = false
    expect(await told({ id: 'late', deadline: 9999 })).toBe('expired')
    expect(await told({ id: 'boot', bootId: 'boot-0' })).toBe('expired')
    expect(rig.moves).toEqual([])
    expect(await told({})).toBe('done')
    expect(await told({})).toBe('done')
    expect(rig.moves).toHaveLength(1)
  })

  it('is known by its id after a restart', async () => {
    await run({ id: 'on', relay: 'Salida' })
    rig.restart()
    const moved = rig.moves.length
    expect(await run({ id: 'on', relay: 'Salida' })).toMatchObject({ reason: 'done', pin: 27 })
    expect(rig.moves).toHaveLength(moved)
  })

  it('switches off although its id is known, as one by the pin does', async () => {
    await run({ id: 'off', relay: 'Salida', state: 0 })
    await run({ id: 'on', relay: 'Salida' })
    await run({ id: 'off', relay: 'Salida', state: 0 })
    expect(rig.pins.get(27)).toBe(0)
  })

  it('is refused in quarantine', () => {
    rig.board.refuse(namedCommandOf({ id: 'on', relay: 'Salida' }))
    expect(rig.results).toMatchObject([{ id: 'on', relay: 'Salida', reason: 'quarantined' }])
    expect(rig.moves).toEqual([])
  })
})

it('a relay without a name is moved by no name, and its results have none', async () => {
  expect(await run({ id: 'none', relay: 'undefined' })).toMatchObject({ reason: 'failed' })
  await rig.board.handle(commandOf({ id: 'on' }))
  expect(rig.results.at(-1)).not.toHaveProperty('relay')
})
