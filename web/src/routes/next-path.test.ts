import { expect, it } from 'vitest'
import { createSession } from '../api/auth/session.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { leavePlace, placeAfterLogin } from '../browser/left-place.ts'
import { loginPath, safeNext, dropSearches } from './next-path.ts'

it('a login goes on to known routes only', () => {
  expect(safeNext('/map?view=status')).toBe('/map?view=status')
  for (const next of [
    null,
    '',
    '/x',
    '//evil.co/map',
    '/\\evil.co',
    'https://evil.co',
    '/login',
    '/mapa',
    'javascript:1',
  ]) {
    expect(safeNext(next)).toBe('/dashboard')
  }
})

it('the address of the login page keeps the wanted route', () => {
  expect(loginPath('/dashboard')).toBe('/login')
  expect(loginPath('/map?view=status')).toBe('/login?next=%2Fmap%3Fview%3Dstatus')
})

it('an address without its searches is the screen, as a wall shows it', () => {
  expect(dropSearches('/dashboard', '?plate=ABC123')).toBe('/dashboard')
  expect(dropSearches('/live-rfid', '?q=ABC123&kiosk=1&rotate=map,live-rfid&every=60')).toBe(
    '/live-rfid?kiosk=1&rotate=map%2Clive-rfid&every=60',
  )
})

it('whoever logs in again is back where they were, and nobody else is', () => {
  const session = createSession(createFakeStorage(), () => {})
  session.begin('t1', { id: 7 })
  session.expire('t1')
  leavePlace(session, '/live-rfid?q=ABC123')
  session.begin('t2', { id: 7 })
  expect(placeAfterLogin(session, '/live-rfid')).toBe('/live-rfid?q=ABC123')
  expect(placeAfterLogin(session, '/map')).toBe('/map')
  session.begin('t3', { id: 8 })
  expect(placeAfterLogin(session, '/live-rfid')).toBe('/live-rfid')
})

it('nobody without an id is taken for another one', () => {
  const session = createSession(createFakeStorage(), () => {})
  session.begin('t1', {})
  session.expire('t1')
  leavePlace(session, '/live-rfid?q=ABC123')
  session.begin('t2', {})
  expect(placeAfterLogin(session, '/live-rfid')).toBe('/live-rfid')
})
