import { expect, it } from 'vitest'
import { nextInRound } from './round.ts'

const ROUND = ['/dashboard', '/map', '/live-rfid']
const every = () => true

it('shows the screens in their order, and begins again', () => {
  expect(nextInRound(ROUND, '/dashboard', every)).toBe('/map')
  expect(nextInRound(ROUND, '/live-rfid', every)).toBe('/dashboard')
  expect(nextInRound(ROUND, '/admin', every)).toBe('/dashboard')
})

it('leaves out what cannot be shown, and stays where nothing else can be', () => {
  expect(nextInRound(ROUND, '/dashboard', (path) => path !== '/map')).toBe('/live-rfid')
  expect(nextInRound(ROUND, '/map', (path) => path === '/map')).toBeUndefined()
  expect(nextInRound(['/map', '/map'], '/map', every)).toBeUndefined()
  expect(nextInRound([], '/map', every)).toBeUndefined()
})
