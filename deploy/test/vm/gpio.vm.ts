import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { root } from '../../local/child.ts'
import { GpioChip } from './gpio-chip.ts'
import { Machine } from './machine.ts'

const LIBGPIOD = 'node_modules/node-libgpiod/build/Release/node-libgpiod.node'
const isLibgpiodBuilt = existsSync(join(root, LIBGPIOD))
const lines = [
  { pin: 17, activeLow: false, maxOnMs: 1000 },
  { pin: 27, activeLow: true, maxOnMs: 1000 },
]

let machine: Machine
let chip: GpioChip
beforeAll(async () => {
  machine = await Machine.boot()
  // The first chip is not the header's, as on a Pi 5.
  await GpioChip.add(machine, 'first', 'raspberrypi-exp-gpio')
  chip = await GpioChip.add(machine, 'pi', 'pinctrl-bcm2711')
})
afterAll(() => machine?.end())

/** A program that opens the relays, and then does what the body says with `driver` and `levels`. */
const withRelays = (driver: string, body: string) => `
  import { readFileSync } from 'node:fs'
  import { openRelayDriver } from 'edge/relays/open-driver.js'
  const levels = () => ${JSON.stringify([chip.levelFile(17), chip.levelFile(27)])}
    .map((file) => Number(readFileSync(file, 'utf8')))
  const log = { info() {} }
  const driver = await openRelayDriver({ driver: '${driver}', lines: ${JSON.stringify(lines)} }, log)
  ${body}`
const PROGRAM = `
  const seen = [driver.name, levels()]
  driver.set(17, 1)
  seen.push(levels())
  driver.set(27, 1)
  // Nothing that a garbage collection lets go of.
  for (let i = 0; i < 5; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 20)) }
  seen.push(levels())
  driver.set(17, 0)
  driver.set(27, 0)
  seen.push(levels())
  driver.close()
  console.log(JSON.stringify(seen))`
const move = (driver: string) => machine.program(withRelays(driver, PROGRAM), '--expose-gc')

describe('relays on a kernel with GPIO chips', () => {
  it('are found by the label of their chip, off at first, and move with their polarity', async () => {
    const moved = [
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 1],
    ]
    expect(await move('gpiochip')).toEqual(['gpiochip', ...moved])
  })

  it(`are moved by libgpiod, which is ${isLibgpiodBuilt ? '' : 'not '}built here`, async () => {
    const moved = [
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 1],
    ]
    if (isLibgpiodBuilt) expect(await move('libgpiod')).toEqual(['libgpiod', ...moved])
    else await expect(move('libgpiod')).rejects.toThrow('use the driver gpiochip')
    const first = isLibgpiodBuilt ? 'libgpiod' : 'gpiochip'
    expect(await move('auto')).toEqual([first, ...moved])
  })

  it.each(['gpiochip', 'auto'])('name who holds a line, by %s', async (driver) => {
    await machine.run(`gpioset --mode=signal pinctrl-bcm2711 27=1 > /tmp/gpioset.log 2>&1 &
      until gpioinfo pinctrl-bcm2711 | grep -q gpioset; do sleep 0.1; done`)
    await expect(move(driver)).rejects.toThrow('line 27 is in use by gpioset')
    await machine.run('kill $(pidof gpioset); while pidof gpioset; do sleep 0.1; done')
    expect(await move(driver)).toHaveLength(5)
  })
})

/** A program that takes line 5 as an input, and pulls it to and fro. */
const withInput = (driver: string, activeLow: boolean) => `
  import { writeFileSync } from 'node:fs'
  import { openInputPort } from 'edge/inputs/open-port.js'
  const monotonic = () => Number(process.hrtime.bigint()) / 1e6
  const context = { relays: { driver: '${driver}' }, dataDir: '/tmp', monotonic }
  const port = await openInputPort({ pin: 5, activeLow: ${activeLow} }, context)
  async function make(active) {
    writeFileSync('${chip.pullFile(5)}', active === ${activeLow} ? 'pull-down' : 'pull-up')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const seen = []
  const look = () => seen.push(port.changes().map(({ active, at }) => {
    const age = monotonic() - at
    return [active, age >= 0 && age < 60_000]
  }))
  look()
  await make(true)
  look()
  look()
  await make(false)
  await make(true)
  look()
  await make(false)
  port.close()
  console.log(JSON.stringify(seen))`
const off = [false, true]
const on = [true, true]

describe('inputs on a kernel with GPIO chips', () => {
  it.each([false, true])('tell each edge with its time, active low %s', async (activeLow) => {
    // Against the bias that the driver is to set.
    await chip.pull(5, activeLow ? 0 : 1)
    const seen = await machine.program(withInput('gpiochip', activeLow))
    expect(seen).toEqual([[off], [on], [], [off, on]])
  })

  it('are asked for their level by libgpiod', async () => {
    const seen = machine.program(withInput('libgpiod', false))
    if (isLibgpiodBuilt) expect(await seen).toEqual([[off], [on], [], []])
    else await expect(seen).rejects.toThrow('use the driver gpiochip')
  })
})

const EDGE_CONFIG = {
  readers: [{ id: 'gate', type: 'simulator', ratePerMinute: 1 }],
  relays: {
    driver: 'gpiochip',
    lines: [
      { pin: 17 },
      { pin: 27, activeLow: true },
      { pin: 22, name: 'Patio', maxOnMs: 600_000 },
    ],
  },
  inputs: [
    { id: 'exit', pin: 5, rule: 'open', relay: 17 },
    { id: 'fire', pin: 6, rule: 'fire', relay: 27 },
    { id: 'yard', pin: 13, rule: 'open', relay: 22 },
  ],
}
const ENVIRONMENT = `EDGE_HUB_URL=http://127.0.0.1:9 EDGE_AGENT_CODE=gate-1 EDGE_API_KEY=none \
  EDGE_CONFIG=/tmp/edge.json EDGE_DATA_DIR=/tmp/edge`

/** The levels of the active-high, the active-low and the named relay. */
const levels = async () => [await chip.level(17), await chip.level(27), await chip.level(22)]
const SAFE = [0, 1, 0]
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 500 })
const node = (program: string) => `${ENVIRONMENT} ${process.execPath} ${root}/edge/dist/${program}`

/** Starts an edge without a hub; resolves when it knows its inputs. */
async function startEdge(): Promise<void> {
  await machine.run(`cat > /tmp/edge.json <<'END'\n${JSON.stringify(EDGE_CONFIG)}\nEND`)
  await machine.run(`${node('main.js')} > /tmp/edge.log 2>&1 & echo $! > /tmp/edge.pid`)
  for (const input of ['exit', 'fire', 'yard']) {
    await soon(() => logged(`"input":"${input}","rule":"[a-z]*","active":false`))
  }
}

/** Resolves when the process is gone, its lines with it. */
const endEdge = (signal: string) =>
  machine.run(`pid=$(cat /tmp/edge.pid)
    kill -${signal} $pid
    while kill -0 $pid 2>/dev/null; do sleep 0.1; done`)

const logged = async (pattern: string) => {
  await machine.run(`grep -q '${pattern}' /tmp/edge.log || { tail -5 /tmp/edge.log; exit 1; }`)
}

it('an edge without a hub opens by its inputs; killed, relays-off reaches the safe level', async () => {
  for (const pin of [5, 6, 13]) await chip.pull(pin, 0)
  await startEdge()
  expect(await levels()).toEqual(SAFE)
  await chip.pull(13, 1)
  await soon(async () => expect(await levels()).toEqual([0, 1, 1]))
  await chip.pull(5, 1)
  await chip.pull(6, 1)
  await soon(async () => expect(await levels()).toEqual([1, 0, 1]))
  await endEdge('KILL')
  // As on a Raspberry Pi, whose kernel keeps what nobody holds any more.
  expect(await levels()).toEqual([1, 0, 1])
  expect(await machine.run(node('relays-off.js'))).toContain('the relays are off')
  expect(await levels()).toEqual(SAFE)
})

it('an edge that is stopped leaves the safe level, and holds no line', async () => {
  for (const pin of [5, 6, 13]) await chip.pull(pin, 0)
  await startEdge()
  await chip.pull(6, 1)
  await soon(async () => expect(await levels()).toEqual([0, 0, 0]))
  await endEdge('TERM')
  expect(await levels()).toEqual(SAFE)
  expect(await machine.run('gpioinfo pinctrl-bcm2711')).not.toContain('vehicle-control')
})
