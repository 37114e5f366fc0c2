import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { GpioChip } from './gpio-chip.ts'
import { Machine } from './machine.ts'

/** Readers at once: the emulated processor pulls the lines of no more of them at ten cards a second. */
const READERS = 4
/** Cards of all readers; 100,000 take 42 minutes: `WIEGAND_CARDS=100000 npm run test:vm`. */
const CARDS = Number(process.env['WIEGAND_CARDS'] ?? 2000)
const READS = '/tmp/wiegand-reads'
const FIRST_PIN = 20

let machine: Machine
let chip: GpioChip
beforeAll(async () => {
  machine = await Machine.boot()
  chip = await GpioChip.add(machine, 'pi', 'pinctrl-bcm2711')
})
afterAll(() => machine?.end())

const pinsOf = (reader: number) => ({ d0: FIRST_PIN + 2 * reader, d1: FIRST_PIN + 2 * reader + 1 })
const configs = Array.from({ length: READERS }, (_, reader) => {
  return { id: `gate-${reader}`, type: 'wiegand', ...pinsOf(reader) }
})

/** The readers as an edge opens them: a line of each card, and one of each state. */
const READ = `
  import { appendFileSync } from 'node:fs'
  import { systemTimers } from 'edge/clock/timers.js'
  import { openReader } from 'edge/readers/open-reader.js'
  import { ReaderConfig } from 'edge/readers/reader-config.js'
  const say = (...words) => appendFileSync('${READS}', words.join(' ') + '\\n')
  const log = { child: () => log, info() {}, warn() {}, error() {}, debug() {} }
  for (const config of ${JSON.stringify(configs)}) {
    const reader = await openReader(ReaderConfig.parse(config), {
      log,
      monotonic: () => Number(process.hrtime.bigint()) / 1e6,
      timers: systemTimers,
      stamp: () => ({ at: Date.now(), clock: 'unsynced' }),
      secret: () => '',
      events: {
        onRead: ({ reader, uid }) => say('card', reader, uid),
        onStateChange: () => {
          const { state, error, warning } = reader.states()[0]
          say('state', config.id, state, warning ?? error ?? '')
        },
      },
    })
    reader.start()
  }`

/**
 * Pulls the lines as readers of 26 bits do, and tells what they sent, what was not sent as a reader does
 * (the machine stood still in the middle of a card), and what was read.
 */
const PLAY = `
  import { openSync, readFileSync, writeSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  const files = ${JSON.stringify(configs.flatMap(({ d0, d1 }) => [d0, d1]))}
    .map((pin) => 'PULL'.replace('LINE', pin))
  const lines = files.map((file) => openSync(file, 'w'))
  const [low, high] = [Buffer.from('pull-down'), Buffer.from('pull-up')]
  const pull = (line, level) => writeSync(line, level, 0, level.length, 0)
  const now = () => Number(process.hrtime.bigint()) / 1e6
  const ones = (bits) => bits.filter((bit) => bit === 1).length
  function frameOf(card) {
    const bits = Array.from(card.toString(2).padStart(24, '0'), Number)
    return [ones(bits.slice(0, 12)) % 2, ...bits, 1 - (ones(bits.slice(12)) % 2)]
  }
  const uidOf = (card) => card.toString(16).toUpperCase().padStart(6, '0')
  const sent = new Map()
  const began = now()
  for (let n = 0; n < ${CARDS}; n += ${READERS}) {
    const due = now() + 100
    const cards = Array.from({ length: ${READERS} }, (_, r) => (n + r + 1) * 1_103_515_245 % 2 ** 24)
    const frames = cards.map(frameOf)
    const last = cards.map(() => 0)
    const earliest = cards.map(() => 0)
    const longest = cards.map(() => 0)
    for (let i = 0; i < 26; i++) {
      for (const [r, bits] of frames.entries()) {
        const line = lines[2 * r + bits[i]]
        while (now() - last[r] < 0.4);
        // The kernel stamps the pulse somewhere between before and after.
        const before = now()
        pull(line, low)
        last[r] = now()
        if (i > 0) longest[r] = Math.max(longest[r], last[r] - earliest[r])
        earliest[r] = before
        pull(line, high)
      }
    }
    cards.forEach((card, r) => sent.set('gate-' + r + ' ' + uidOf(card), longest[r] < 20))
    // Ten cards a second at each, and a rest in any case.
    await sleep(Math.max(30, due - now()))
  }
  const seconds = Math.round((now() - began) / 1000)
  const cardsRead = () => readFileSync('${READS}', 'utf8').split('\\n')
    .flatMap((line) => line.startsWith('card ') ? [line.slice(5)] : [])
  for (let before = -1; cardsRead().length !== before; await sleep(1000)) before = cardsRead().length
  const read = cardsRead()
  const once = new Set(read)
  const whole = [...sent].filter(([, isWhole]) => isWhole).map(([card]) => card)
  console.log(JSON.stringify({
    seconds,
    sent: sent.size,
    whole: whole.length,
    read: read.length,
    twice: read.length - once.size,
    wrong: read.filter((card) => !sent.has(card)).slice(0, 5),
    missed: whole.filter((card) => !once.has(card)).slice(0, 5),
  }))`

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 500 })
const said = async () => (await machine.run(`cat ${READS}`)).split('\n')

it(`${CARDS} cards of ${READERS} Wiegand readers, ten a second each: none is wrong, none missed`, async () => {
  for (const { d0, d1 } of configs) {
    await machine.run(`echo pull-up | tee ${chip.pullFile(d0)} > ${chip.pullFile(d1)}`)
  }
  await machine.start(READ, '/tmp/wiegand.log')
  await soon(async () => {
    const open = (await said()).filter((line) => line.trim().endsWith(' open'))
    expect(open.length).toBe(READERS)
  })
  const play = PLAY.replace('PULL', chip.pullFile(0).replace('sim_gpio0', 'sim_gpioLINE'))
  const seen = await machine.program(play)
  process.stdout.write(`Wiegand in the machine: ${JSON.stringify(seen)}\n`)
  expect(seen).toMatchObject({ sent: CARDS, twice: 0, wrong: [], missed: [] })
  // Where the machine seldom runs, many cards are not sent as a reader does; some are in any case.
  expect((seen as { whole: number }).whole).toBeGreaterThan(0)
}, 14_400_000)

it('pulses by one line only are a warning that names the other wire, and no card', async () => {
  const { d0, d1 } = pinsOf(0)
  const cards = (await said()).filter((line) => line.startsWith('card ')).length
  const pulses = `for i in $(seq 26); do echo pull-down > ${chip.pullFile(d0)}
    echo pull-up > ${chip.pullFile(d0)}; done`
  await machine.run(pulses)
  await soon(async () => {
    const warning = `state gate-0 open solo llegan pulsos por D0: revisa el cable de D1 (GPIO ${d1})`
    expect((await said()).some((line) => line.startsWith(warning))).toBe(true)
  })
  expect((await said()).filter((line) => line.startsWith('card '))).toHaveLength(cards)
})

it('a line that another program holds is told by its name', async () => {
  await machine.run(`gpioset --mode=signal pinctrl-bcm2711 10=1 > /tmp/gpioset.log 2>&1 &
    until gpioinfo pinctrl-bcm2711 | grep -q gpioset; do sleep 0.1; done`)
  const seen = await machine.program(`
    import { openWires } from 'edge/readers/wiegand/wires.js'
    import { WiegandReaderConfig } from 'edge/readers/wiegand/config.js'
    import { loadGpioSystem } from 'edge/gpio/gpio-system.js'
    const system = await loadGpioSystem()
    const open = (d0, d1) => {
      try {
        openWires(system, WiegandReaderConfig.parse({ id: 'a', type: 'wiegand', d0, d1 })).close()
        return 'open'
      } catch (error) {
        return error.message
      }
    }
    console.log(JSON.stringify([open(8, 10), open(${FIRST_PIN}, 9), open(8, 9)]))`)
  const [byGpioset, byReader, free] = seen as string[]
  expect(byGpioset).toContain('line 10 is in use by gpioset')
  expect(byReader).toContain(`line ${FIRST_PIN} is in use by vehicle-control`)
  expect(free).toBe('open')
})
