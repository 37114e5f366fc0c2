import { WallScreen } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { isKioskPath } from './kiosk-address.ts'
import { isShownAt } from './use-own-wall.ts'

it('every screen that the hub lets an admin choose is one that a wall can show', () => {
  for (const name of WallScreen.options) expect(isKioskPath(`/${name}`)).toBe(true)
})

it.each([
  ['/map?kiosk=1', '/map', '?kiosk=1', true],
  ['/map?kiosk=1', '/map', '?kiosk=1&view=status', true],
  ['/map?kiosk=1', '/dashboard', '?kiosk=1', false],
  ['/map?kiosk=1', '/map', '?kiosk=1&rotate=map,dashboard&every=60', false],
  ['/map?kiosk=1&rotate=map,dashboard&every=60', '/dashboard', '?kiosk=1', false],
  [
    '/map?kiosk=1&rotate=map,dashboard&every=60',
    '/dashboard',
    '?kiosk=1&rotate=map%2Cdashboard&every=60',
    true,
  ],
  [
    '/map?kiosk=1&rotate=map,dashboard&every=30',
    '/dashboard',
    '?kiosk=1&rotate=map,dashboard&every=60',
    false,
  ],
])('a wall that is to show %s does so at %s%s: %s', (address, pathname, search, isShown) => {
  expect(isShownAt(address, pathname, search)).toBe(isShown)
})
