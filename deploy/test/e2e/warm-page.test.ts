import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PageRig } from '../rig/page-rig.ts'

const rig = new PageRig()
beforeAll(() => rig.start(), 120_000)
afterAll(() => rig.end())

/** What the page finds of the one before. */
function found(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    stored: [localStorage.length, sessionStorage.length, document.cookie, window.name],
    media: [
      matchMedia('print').matches,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(prefers-contrast: more)').matches,
      matchMedia('(forced-colors: active)').matches,
    ],
  }))
}

const NOTHING = {
  databases: [],
  caches: [],
  stored: [0, 0, '', ''],
  media: [false, false, false, false],
}
const LEFT = {
  databases: ['left'],
  caches: ['left'],
  stored: [1, 1, 'left=1', 'left'],
  media: [true, true, true, true],
}

it('is one page, in which nothing is left of the test before', async () => {
  await rig.openPage()
  const first = rig.page
  await first.goto('/login')
  expect(await found(first)).toEqual(NOTHING)
  await first.evaluate(async () => {
    window.name = 'left'
    document.cookie = 'left=1'
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    await caches.open('left')
    await new Promise((resolve) => {
      indexedDB.open('left').addEventListener('success', resolve)
    })
  })
  await first.emulateMedia({
    media: 'print',
    colorScheme: 'dark',
    contrast: 'more',
    forcedColors: 'active',
  })
  expect(await found(first)).toEqual(LEFT)
  await first.mouse.down()
  await rig.closePage()

  await rig.openPage()
  expect(rig.page).toBe(first)
  await first.goto('/login')
  expect(await found(first)).toEqual(NOTHING)
  await first.evaluate(() => {
    addEventListener('mousemove', ({ buttons }) => (window.name = `${buttons} buttons`))
  })
  await first.mouse.move(5, 5)
  expect(await first.evaluate(() => window.name)).toBe('0 buttons')
  await rig.closePage()
})

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a socket that is answered by the test', (page) => page.routeWebSocket('**', () => {})],
  ['a header of its own', (page) => page.setExtraHTTPHeaders({ 'x-left': '1' })],
  ['a clock of its own', (page) => page.clock.setFixedTime(0)],
  ['a script of its own', (page) => page.addInitScript(() => {})],
  ['a permission', (page) => page.context().grantPermissions(['clipboard-read'])],
  ['a key that is held down', (page) => page.keyboard.down('Shift')],
])('is another page after %s', async (_, spoil) => {
  await rig.openPage()
  const first = rig.page
  await spoil(first)
  await rig.closePage()
  await rig.openPage()
  expect(rig.page).not.toBe(first)
  await rig.closePage()
})
