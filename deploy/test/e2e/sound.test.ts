import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storedSession } from '../rig/dashboard-site.ts'
import { heardTones, type HeardTone, recordTones } from '../rig/heard-tones.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks, logIn, stored } from '../rig/watched-page.ts'

const rig = eachOnItsPage(new PageRig())
let page: Page
let gate: LiveAgent

let gates = 0
let tags = 0
const newTag = () => `TEST-S${Date.now()}${tags++}`

beforeEach(async () => {
  page = rig.page
  await recordTones(rig.context)
  gate = await LiveAgent.open(rig.client, `sound-${gates++}`)
})
afterEach(() => gate.close())

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const switchSound = (on: boolean) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('sound-toggle', { detail })), { on })
const seen = (uid: string, on = page) => on.getByRole('cell', { name: uid }).first().waitFor()
const tonesFrom = async (count: number, on = page) => {
  const tones = await heardTones(on)
  return tones.length >= count && tones
}
const tone = (count: number, on = page) =>
  until(`tone ${count}`, async () => (await tonesFrom(count, on)) || undefined)
const pitches = ({ frequencies }: HeardTone) => [...new Set(frequencies.map(([hz]) => hz))]

/** Reads the tag again and again until there is what the test waits for. */
async function readUntil<T>(
  uid: string,
  what: string,
  found: () => Promise<T | false>,
): Promise<T> {
  let last = 0
  return await until(what, async () => {
    if (Date.now() - last > 200) {
      last = Date.now()
      await gate.read(uid)
    }
    return await found()
  })
}

/** A page that sounds, on the live screen after a login: the click on it was a gesture. */
async function openSounding(): Promise<void> {
  await logIn(page, '/live-rfid')
  await page.getByText('En vivo').waitFor()
  await switchSound(true)
  await page.getByText('Parar sonido').waitFor({ state: 'attached' })
}

/** Reads new tags until the page says that it sounds. */
async function readNewUntilHeard(on: Page): Promise<void> {
  const before = (await heardTones(on)).length
  await readUntil(newTag(), 'a sound', async () => (await heardTones(on)).length > before)
}

it('sounds a tag high, and its repeat low, at least 2.5 s apart', async () => {
  await openSounding()
  const isLow = (tone: HeardTone) => pitches(tone).includes(750)
  await until('a sound', async () => {
    await gate.read(newTag())
    return await tonesFrom(1)
  })
  const repeated = newTag()
  await readUntil(repeated, 'a low one', async () => (await heardTones(page)).some(isLow))
  const tones = await heardTones(page)
  const first = tones.findIndex(isLow)
  const [high, low] = [tones[first - 1], tones[first]]
  if (!high || !low) throw new Error('the new tag was to sound first')
  expect([pitches(high), pitches(low)]).toEqual([[1000], [750]])
  expect(low.askedAt - high.askedAt).toBeGreaterThanOrEqual(2500)
  expect(high.type).toBe('sine')
  const volumes = high.gains.slice(0, 4).map(([value]) => value)
  expect(volumes).toEqual([0, 0.25, 0.25, 0])
  const times = high.gains.slice(0, 4).map(([, at]) => at - high.startedAt)
  expect(times.map((at) => Number(at.toFixed(2)))).toEqual([0, 0.02, 2.98, 3])
  await until('the end of it', async () => (await heardTones(page))[first]?.hasEnded)
})

it('warbles to 250 Hz above for the urgent tone, as loud and in the wave that was chosen', async () => {
  await rig.context.addInitScript(() => {
    localStorage.setItem('live_rfid_soundTone', 'urgent')
    localStorage.setItem('live_rfid_soundWave', 'triangle')
    localStorage.setItem('live_rfid_soundVolume', '0.6')
  })
  await openSounding()
  await readNewUntilHeard(page)
  const [urgent] = await tone(1)
  expect(urgent && pitches(urgent)).toEqual([1000, 1250])
  expect(urgent?.frequencies.map(([hz]) => hz).slice(0, 4)).toEqual([1000, 1250, 1000, 1250])
  expect([urgent?.type, urgent?.gains[1]?.[0]]).toEqual(['triangle', 0.6])
})

it('can be stopped while it sounds', async () => {
  await openSounding()
  let isClicked = false
  const click = button('Parar sonido')
    .click()
    .then(() => (isClicked = true))
  await readUntil(newTag(), 'the click', async () => isClicked)
  await click
  const last = (await heardTones(page)).length - 1
  const stopped = async () => (await heardTones(page))[last]
  const { startedAt = 0, stopsAt = 0 } = (await stopped()) ?? {}
  expect(stopsAt - startedAt).toBeLessThan(2.9)
  await until('the end of it', async () => (await stopped())?.hasEnded)
  await page.getByRole('heading', { name: 'RFID Tiempo Real' }).click()
  await button('Parar sonido').waitFor({ state: 'hidden' })
})

/** A fresh browser profile in which somebody is logged in, and had the sound on before. */
async function openAnew(): Promise<void> {
  const { cookies, origins } = storedSession(rig.client)
  origins[0]?.localStorage.push({ name: 'live_rfid_soundOn', value: '1' })
  await rig.closePage()
  await rig.openPage({ storageState: { cookies, origins } })
  page = rig.page
  await recordTones(rig.context)
}

interface Sight {
  text: string
  /** The middle of «Activar sonido», while it is there. */
  unblock: { x: number; y: number } | null
  tones: number
}

/** What the page shows, as it says itself: whatever a test asks of a page counts as a gesture there. */
async function watchUntouched(): Promise<() => Sight> {
  let last: Sight = { text: '', unblock: null, tones: 0 }
  page.on('console', (message) => {
    if (message.text().startsWith('{"text":')) last = JSON.parse(message.text()) as Sight
  })
  await rig.context.addInitScript(() => {
    const look = () => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Activar sonido',
      )
      const box = button?.getBoundingClientRect()
      const unblock = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
      const tones = (Reflect.get(globalThis, 'tones') as unknown[]).length
      // oxlint-disable-next-line no-console -- what does not touch the page
      console.log(JSON.stringify({ text: document.body.innerText, unblock, tones }))
    }
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(look).observe(document.body, {
        attributes: true,
        childList: true,
        characterData: true,
        subtree: true,
      }),
    )
  })
  return () => last
}

it('is blocked until a gesture, and then sounds what comes, not what came', async () => {
  await openAnew()
  const sight = await watchUntouched()
  await page.goto('/live-rfid')
  await until('the button', () => sight().unblock !== null)
  const tag = newTag()
  await gate.read(tag)
  await until('the row', () => sight().text.includes(tag))
  const { unblock, tones } = sight()
  if (unblock === null) throw new Error('not blocked any more')
  expect(tones).toBe(0)
  await page.mouse.click(unblock.x, unblock.y)
  await until('the sound', () => sight().unblock === null)
  expect(await heardTones(page)).toEqual([])
  await readUntil(tag, 'the repeat', () => tonesFrom(1))
  const [repeat] = await heardTones(page)
  expect(repeat && pitches(repeat)).toEqual([750])
  await page.reload()
  await page.getByText('En vivo').waitFor()
  await page.getByRole('heading', { name: 'RFID Tiempo Real' }).click()
  await readNewUntilHeard(page)
})

it('has no faults while it is blocked', async () => {
  await openAnew()
  await rig.context.addInitScript(() => {
    AudioContext.prototype.resume = () => new Promise(() => {})
    // A browser that allows it starts a context by itself.
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await page.goto('/live-rfid')
  await button('Activar sonido').waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
})

it('is silent while it is off, for all tabs, and tells other code of the page', async () => {
  await openSounding()
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    addEventListener('sound-toggle', (event) => told.push(Reflect.get(event, 'detail')))
  })
  const other = await rig.context.newPage()
  await other.goto('/live-rfid')
  await other.getByText('En vivo').waitFor()
  await other.evaluate(() =>
    dispatchEvent(new CustomEvent('sound-toggle', { detail: { on: false } })),
  )
  await page.getByText('Parar sonido').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toEqual([{ on: false }])
  expect(await stored(page, 'live_rfid_soundOn')).toBe('0')
  const tag = newTag()
  await gate.read(tag)
  await seen(tag)
  expect(await heardTones(page)).toEqual([])
})

it('sounds in one tab only, and in the other once that is closed or has crashed', async () => {
  await openSounding()
  const tabs = [page]
  for (let i = 0; i < 2; i++) {
    const next = await rig.context.newPage()
    await next.goto('/live-rfid')
    await next.getByText('En vivo').waitFor()
    await next.getByRole('heading', { name: 'RFID Tiempo Real' }).click()
    await button('Activar sonido', next).waitFor({ state: 'detached' })
    tabs.push(next)
  }
  const [first, second, third] = tabs
  if (!first || !second || !third) throw new Error('three tabs were opened')

  await readNewUntilHeard(first)
  const tag = newTag()
  await gate.read(tag)
  for (const tab of tabs) await seen(tag, tab)
  expect([(await heardTones(second)).length, (await heardTones(third)).length]).toEqual([0, 0])

  const soundsOf = async (open: readonly Page[]) =>
    (await Promise.all(open.map(heardTones))).map((tones) => tones.length)
  await first.close()
  await readUntil(newTag(), 'the next tab', async () =>
    (await soundsOf([second, third])).some(Boolean),
  )
  const leader = (await heardTones(second)).length > 0 ? second : third
  const last = leader === second ? third : second
  expect(await heardTones(last)).toEqual([])

  const crashed = new Promise((resolve) => leader.once('crash', resolve))
  const devtools = await rig.context.newCDPSession(leader)
  // Never answered: there is nobody left to.
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await readNewUntilHeard(last)
})
