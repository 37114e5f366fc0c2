import type { RelayPin } from '@vehicle-control/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { commandOf, RelayRig } from '../testing/relay-rig.ts'

let rig: RelayRig

beforeEach(() => {
  rig = new RelayRig()
  rig.board.start()
  rig.moves.length = 0
})

/** Handles a command to the end and tells what was reported of it. */
async function run(settings: Parameters<typeof commandOf>[0]): Promise<string[]> {
  await rig.board.handle(commandOf(settings))
  return rig.takeResults()
}

describe('a relay', () => {
  it('is off at the start, whatever it was', () => {
    rig.pins.set(17, 1)
    rig.restart()
    expect([...rig.pins]).toEqual([
      [17, 0],
      [27, 0],
    ])
    expect(rig.results).toEqual([])
  })

  it('goes on at once and off by itself when its time is over', async () => {
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 700'])
    rig.time.advance(699)
    expect(rig.pins.get(17)).toBe(1)
    rig.time.advance(1)
    expect(rig.pins.get(17)).toBe(0)
    expect(rig.takeResults()).toEqual(['on auto_off 0 700'])
    expect(rig.time.pending()).toBe(0)
  })

  it.each([
    [undefined, 2000],
    [600_000, 2000],
    [1999, 1999],
  ])('asked for %s ms stays on for %s, and says so', async (durationMs, onMs) => {
    expect(await run({ id: 'on', pin: 27, durationMs })).toEqual([`on done 1 ${onMs}`])
    rig.time.advance(600_000)
    expect(rig.takeResults()).toEqual([`on auto_off 0 ${onMs}`])
  })

  it('goes off at a command, whose result says how long it was on', async () => {
    await run({ id: 'on' })
    rig.time.advance(1200)
    expect(await run({ id: 'off', state: 0 })).toEqual(['off done 0 1200'])
    expect(await run({ id: 'again', state: 0 })).toEqual(['again done 0 0'])
    expect(rig.time.pending()).toBe(0)
    expect(rig.pins.get(17)).toBe(0)
  })

  it.each([
    ['a new', 'new'],
    ['a repeated', 'old'],
  ])(
    'stays off when %s order to be off overtakes one that the disk still stores',
    async (_, id) => {
      await run({ id: 'old', state: 0 })
      rig.whileStoring = () => {
        rig.whileStoring = () => {}
        void rig.board.handle(commandOf({ id: 'other', pin: 27, state: 0 }))
        void rig.board.handle(commandOf({ id, state: 0 }))
      }
      expect(await run({ id: 'on' })).toContain('on busy 1 0')
      expect(rig.moves.filter((move) => move.level === 1)).toEqual([])
      expect(await run({ id: 'later' })).toContain('later done 1 30000')
    },
  )

  it('that is switched on while on goes on under the later id', async () => {
    await run({ id: 'first', durationMs: 1000 })
    rig.time.advance(900)
    expect(await run({ id: 'second', durationMs: 1000 })).toEqual(['second done 1 1000'])
    rig.time.advance(999)
    expect(rig.pins.get(17)).toBe(1)
    rig.time.advance(1)
    expect(rig.takeResults()).toEqual(['second auto_off 0 1900'])
  })

  it('is not held on beyond its most by a stream of commands, and rests before it goes on again', async () => {
    await run({ id: 'first', pin: 27 })
    rig.time.advance(1500)
    expect(await run({ id: 'second', pin: 27 })).toEqual(['second done 1 500'])
    rig.time.advance(400)
    await run({ id: 'off', pin: 27, state: 0 })
    rig.time.advance(99)
    expect(await run({ id: 'third', pin: 27 })).toEqual(['third done 1 1'])
    rig.time.advance(1)
    expect(rig.pins.get(27)).toBe(0)
    rig.takeResults()
    rig.time.advance(999)
    expect(await run({ id: 'early', pin: 27 })).toEqual(['early busy 1 0'])
    expect(rig.pins.get(27)).toBe(0)
    rig.time.advance(1)
    expect(await run({ id: 'rested', pin: 27 })).toEqual(['rested done 1 2000'])
  })

  it('goes off when the edge stops, and is not switched on any more', async () => {
    await run({ id: 'on' })
    rig.time.advance(400)
    void rig.board.stop()
    void rig.board.stop()
    expect(rig.takeResults()).toEqual(['on auto_off 0 400'])
    expect(await run({ id: 'late' })).toEqual(['late failed 1 0'])
    expect(rig.pins.get(17)).toBe(0)
    expect(rig.time.pending()).toBe(0)
  })
})

it('a stop switches every relay off before it reports any', async () => {
  await run({ id: 'one', pin: 17 })
  await run({ id: 'two', pin: 27 })
  rig.reportFails = true
  expect(() => rig.board.stop()).toThrow('no report')
  expect([...rig.pins.values()]).toEqual([0, 0])
})

describe('off', () => {
  it('is carried out at once, while the disk hangs and when it fails', async () => {
    await run({ id: 'on' })
    rig.whileStoring = () => expect(rig.pins.get(17)).toBe(0)
    rig.diskFails = true
    rig.time.advance(300)
    const answered = rig.board.handle(commandOf({ id: 'off', state: 0 }))
    expect(rig.pins.get(17)).toBe(0)
    await answered
    expect(rig.takeResults()).toEqual(['off done 0 300'])
  })

  it('is carried out again when its id comes again, and is answered with its first result', async () => {
    await run({ id: 'off', state: 0 })
    await run({ id: 'on' })
    rig.time.advance(300)
    expect(await run({ id: 'off', state: 0 })).toEqual(['on auto_off 0 300', 'off done 0 0'])
    expect(rig.pins.get(17)).toBe(0)
  })

  it('is not carried out after its deadline, for another boot, or in quarantine', async () => {
    await run({ id: 'on', durationMs: 20_000 })
    expect(await run({ id: 'foreign', state: 0, bootId: 'boot-0' })).toEqual([
      'foreign expired 0 0',
    ])
    rig.board.refuse(commandOf({ id: 'clone', state: 0 }))
    rig.time.advance(5001)
    expect(await run({ id: 'late', state: 0 })).toContain('late expired 0 0')
    expect(rig.pins.get(17)).toBe(1)
  })
})

describe('a command', () => {
  it('is carried out up to its deadline and not later', async () => {
    rig.time.advance(5000)
    expect(await run({ id: 'on time' })).toEqual(['on time done 1 30000'])
    rig.time.advance(1)
    expect(await run({ id: 'late', state: 0 })).toEqual(['late expired 0 0'])
    expect(rig.moves).toHaveLength(1)
  })

  it('expires while a slow disk stores its id', async () => {
    rig.whileStoring = () => rig.time.advance(5001)
    expect(await run({ id: 'on' })).toEqual(['on expired 1 0'])
    expect(rig.moves).toEqual([])
  })

  it('meant for another boot expires', async () => {
    expect(await run({ id: 'on', bootId: 'boot-0' })).toEqual(['on expired 1 0'])
    expect(rig.moves).toEqual([])
  })

  it('whose id cannot be stored does not run', async () => {
    rig.diskFails = true
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(rig.moves).toEqual([])
  })

  it('that comes while the edge stops does not run', async () => {
    rig.whileStoring = () => void rig.board.stop()
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(rig.pins.get(17)).toBe(0)
  })

  it('is refused in quarantine, also when it comes again afterwards', async () => {
    rig.board.refuse(commandOf({ id: 'on' }))
    expect(rig.takeResults()).toEqual(['on quarantined 1 0'])
    expect(await run({ id: 'on' })).toEqual(['on quarantined 1 0'])
    expect(rig.moves).toEqual([])
  })
})

describe('a repeated id', () => {
  it('is answered with its first result, after its deadline too', async () => {
    await run({ id: 'on', durationMs: 700 })
    rig.time.advance(60_000)
    rig.takeResults()
    rig.moves.length = 0
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 700'])
    rig.restart()
    rig.moves.length = 0
    expect(await run({ id: 'on', durationMs: 700 })).toEqual(['on done 1 700'])
    expect(rig.moves).toEqual([])
  })

  it('that comes while the first is under way is answered with it', async () => {
    const commands = [commandOf({ id: 'on' }), commandOf({ id: 'on' })]
    await Promise.all(commands.map((command) => rig.board.handle(command)))
    expect(rig.takeResults()).toEqual(['on done 1 30000'])
    expect(rig.moves).toHaveLength(1)
  })

  it('of an earlier process that died before its result is answered as failed', async () => {
    rig.whileStoring = () => rig.restart()
    expect(await run({ id: 'on' })).toEqual([])
    rig.moves.length = 0
    rig.whileStoring = () => {}
    expect(await run({ id: 'on' })).toEqual(['on failed 1 0'])
    expect(rig.moves).toEqual([])
  })
})

describe('a driver that fails', () => {
  it('makes the command fail, and leaves the relay off', async () => {
    await run({ id: 'first' })
    rig.driverFails = true
    rig.time.advance(100)
    expect(await run({ id: 'second' })).toEqual(['second failed 1 0'])
    rig.driverFails = false
    rig.time.advance(1000)
    expect(rig.pins.get(17)).toBe(0)
    expect(rig.takeResults()).toEqual(['first auto_off 0 1100'])
  })

  it('is tried until the relay is off, and logged once when it fails and once when it is back', async () => {
    await run({ id: 'on', durationMs: 500 })
    rig.driverFails = true
    rig.logged.length = 0
    rig.time.advance(4000)
    expect(rig.results).toEqual([])
    expect(rig.logged).toEqual(['a relay cannot be switched off'])
    expect(await run({ id: 'off', state: 0 })).toEqual(['off failed 0 0'])
    rig.driverFails = false
    rig.time.advance(1000)
    expect(rig.pins.get(17)).toBe(0)
    expect(rig.takeResults()).toEqual(['on auto_off 0 5000'])
    expect(rig.logged).toContain('the relay could be switched off')
    expect(rig.time.pending()).toBe(0)
  })
})

it('a relay board with interlock has one relay on at a time, and switches off at any time', async () => {
  const rig = new RelayRig({ interlock: true })
  rig.board.start()
  const send = (id: string, pin: RelayPin, state: 0 | 1) =>
    rig.board.handle(commandOf({ id, pin, state, deadline: 1e9 }))
  await send('a', 17, 1)
  rig.moves.length = 0
  await send('b', 27, 1)
  await send('c', 27, 0)
  await send('d', 17, 1)
  await send('e', 17, 0)
  rig.time.advance(999)
  await send('f', 27, 1)
  rig.time.advance(1)
  await send('g', 27, 1)
  expect(rig.takeResults().map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
    'a done',
    'b busy',
    'c done',
    'd done',
    'e done',
    'f busy',
    'g done',
  ])
  expect(rig.moves.map(({ pin, level }) => `${pin} ${level}`)).toEqual([
    '27 0',
    '17 1',
    '17 0',
    '27 1',
  ])
})
