import { expect, it } from 'vitest'
import { loginPath, safeNext } from './next-path.ts'

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
