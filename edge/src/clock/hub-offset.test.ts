import { expect, it } from 'vitest'
import { HubOffset } from './hub-offset.ts'

const exchange = (sentMono: number, roundTrip: number, hubWall: number) => ({
  sentMono,
  hubWall,
  receivedMono: sentMono + roundTrip,
})

it('knows nothing before the first exchange', () => {
  expect(new HubOffset().value()).toBeNull()
})

it('takes the hub to have answered half way', () => {
  const offset = new HubOffset()
  offset.add(exchange(1000, 100, 501_050))
  expect(offset.value()).toBe(500_000)
})

it('believes the quickest exchange of the last minutes', () => {
  const offset = new HubOffset()
  offset.add(exchange(0, 10, 500_005))
  offset.add(exchange(20_000, 600, 520_010))
  expect(offset.value()).toBe(500_000)
  offset.add(exchange(700_000, 200, 1_200_150))
  expect(offset.value()).toBe(500_050)
})

it('follows a hub whose own clock was set', () => {
  const offset = new HubOffset()
  offset.add(exchange(0, 10, 500_005))
  offset.add(exchange(20_000, 300, 9_020_150))
  expect(offset.value()).toBe(9_000_000)
})

it('ignores what cannot be', () => {
  const offset = new HubOffset()
  offset.add(exchange(1000, -5, 2000))
  offset.add(exchange(1000, 5, Number.NaN))
  expect(offset.value()).toBeNull()
})
