import { beforeEach, describe, expect, it } from 'vitest'
import { commandOf, RelayBench } from './relay-bench.ts'

let bench: RelayBench

beforeEach(() => {
  bench = new RelayBench()
  bench.board.start()
  bench.moves.length = 0
})

/** Handles a command to the end and tells what was reported of it. */
async function run(settings: Parameters<typeof commandOf>[0]): Promise<string[]> {
  await bench.board.handle(commandOf(settings))
  return bench.takeResults()
}

describe('a relay', () => {
  it('is off at the start, whatever it was', () => {
    bench.pins.set(17, 1)
    bench.restart()
    expect([...bench.pins]).toEqual([
      [17, 0],
      [27, 0],
    ])
    expect(bench.results).toEqual([])
  })

  it('goes on at once and off by itself when its time is over', async () => {
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 0'])
    bench.time.advance(699)
    expect(bench.pins.get(17)).toBe(1)
    bench.time.advance(1)
    expect(bench.pins.get(17)).toBe(0)
    expect(bench.takeResults()).toEqual(['on auto_off 0 700'])
    expect(bench.time.pending()).toBe(0)
  })

  it.each([
    [undefined, 2000],
    [600_000, 2000],
    [1999, 1999],
  ])('asked for %s ms stays on for %s', async (durationMs, onMs) => {
    await run({ id: 'on', pin: 27, durationMs })
    bench.time.advance(600_000)
    expect(bench.takeResults()).toEqual([`on auto_off 0 ${onMs}`])
  })

  it('goes off when told to, and tells how long it was on', async () => {
    await run({ id: 'on' })
    bench.time.advance(1200)
    expect(await run({ id: 'off', state: 0 })).toEqual(['off done 0 1200'])
    expect(await run({ id: 'again', state: 0 })).toEqual(['again done 0 0'])
    expect(bench.time.pending()).toBe(0)
    expect(bench.pins.get(17)).toBe(0)
  })

  it('switched on while on has its time begin anew, under the later id', async () => {
    await run({ id: 'first', durationMs: 1000 })
    bench.time.advance(900)
    expect(await run({ id: 'second', durationMs: 1000 })).toEqual(['second done 1 0'])
    bench.time.advance(999)
    expect(bench.pins.get(17)).toBe(1)
    bench.time.advance(1)
    expect(bench.takeResults()).toEqual(['second auto_off 0 1900'])
  })

  it('goes off when the edge stops, and on no more', async () => {
    await run({ id: 'on' })
    bench.time.advance(400)
    bench.board.stop()
    bench.board.stop()
    expect(bench.takeResults()).toEqual(['on auto_off 0 400'])
    expect(await run({ id: 'late' })).toEqual(['late failed 1 0'])
    expect(bench.pins.get(17)).toBe(0)
    expect(bench.time.pending()).toBe(0)
  })
})

describe('a command', () => {
  it('is carried out up to its deadline and not later', async () => {
    bench.time.advance(5000)
    expect(await run({ id: 'on time' })).toEqual(['on time done 1 0'])
    bench.time.advance(1)
    expect(await run({ id: 'late', state: 0 })).toEqual(['late expired 0 0'])
    expect(bench.moves).toHaveLength(1)
  })

  it('expires while a slow disk stores its id', async () => {
    bench.whileStoring = () => bench.time.advance(5001)
    expect(await run({ id: 'on' })).toEqual(['on expired 1 0'])
    expect(bench.moves).toEqual([])
  })

  it('meant for another boot expires', async () => {
    expect(await run({ id: 'on', bootId: 'boot-0' })).toEqual(['on expired 1 0'])
    expect(bench.moves).toEqual([])
  })

  it('that cannot be remembered does not run', async () => {
    bench.diskFails = true
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(bench.moves).toEqual([])
  })

  it('that comes while the edge stops does not run', async () => {
    bench.whileStoring = () => bench.board.stop()
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(bench.pins.get(17)).toBe(0)
  })

  it('is refused in quarantine, also when it comes again afterwards', async () => {
    bench.board.refuse(commandOf({ id: 'on' }))
    expect(bench.takeResults()).toEqual(['on quarantined 1 0'])
    expect(await run({ id: 'on' })).toEqual(['on quarantined 1 0'])
    expect(bench.moves).toEqual([])
  })
})

describe('a repeated id', () => {
  it('is answered with its first result, after its deadline too', async () => {
    await run({ id: 'on', durationMs: 700 })
    bench.time.advance(60_000)
    bench.takeResults()
    bench.moves.length = 0
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 0'])
    bench.restart()
    bench.moves.length = 0
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 0'])
    expect(bench.moves).toEqual([])
  })

  it('that comes while the first is under way is answered with it', async () => {
    const commands = [commandOf({ id: 'on' }), commandOf({ id: 'on' })]
    await Promise.all(commands.map((command) => bench.board.handle(command)))
    expect(bench.takeResults()).toEqual(['on done 1 0'])
    expect(bench.moves).toHaveLength(1)
  })

  it('that a dead process began has failed', async () => {
    bench.whileStoring = () => bench.restart()
    expect(await run({ id: 'on' })).toEqual([])
    bench.moves.length = 0
    bench.whileStoring = () => {}
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(bench.moves).toEqual([])
  })
})

describe('a driver that fails', () => {
  it('makes the command fail, and leaves the relay off', async () => {
    await run({ id: 'first' })
    bench.driverFails = true
    bench.time.advance(100)
    expect(await run({ id: 'second' })).toEqual(['second failed 1 0'])
    bench.driverFails = false
    bench.time.advance(1000)
    expect(bench.pins.get(17)).toBe(0)
    expect(bench.takeResults()).toEqual(['first auto_off 0 1100'])
  })

  it('is tried until the relay is off, and logged once when it fails and once when it is back', async () => {
    await run({ id: 'on', durationMs: 500 })
    bench.driverFails = true
    bench.logged.length = 0
    bench.time.advance(4000)
    expect(bench.results).toEqual([])
    expect(bench.logged).toEqual(['a relay cannot be switched off'])
    expect(await run({ id: 'off', state: 0 })).toEqual(['off failed 0 0'])
    bench.driverFails = false
    bench.time.advance(1000)
    expect(bench.pins.get(17)).toBe(0)
    expect(bench.takeResults()).toEqual(['on auto_off 0 5000'])
    expect(bench.logged).toContain('the relay could be switched off')
    expect(bench.time.pending()).toBe(0)
  })
})
