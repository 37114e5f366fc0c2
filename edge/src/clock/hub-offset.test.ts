import { expect, it } from 'vitest'
import { HubOffset } from './hub-offset.ts'

const exchange = (sentMono: number, roundTrip: number, hubWall: number) => ({
  sentMono,
  hubWall,
  receivedMono: sentMono + roundTrip,
})

it('the hub offset is null before the first exchange', () => {
  expect(new HubOffset().value()).toBeNull()
})

it('the hub offset assumes that the hub answered half way', () => {
  const offset = new HubOffset()
  offset.add(exchange(1000, 100, 501_050))
  expect(offset.value()).toBe(500_000)
})

it('the hub offset is that of the quickest exchange of the last minutes', () => {
  const offset = new HubOffset()
  offset.add(exchange(0, 10, 500_005))
  offset.add(exchange(20_000, 600, 520_010))
  expect(offset.value()).toBe(500_000)
  offset.add(exchange(700_000, 200, 1_200_150))
  expect(offset.value()).toBe(500_050)
})

it('the hub offset follows a hub whose own clock was set', () => {
  const offset = new HubOffset()
  offset.add(exchange(0, 10, 500_005))
  offset.add(exchange(20_000, 300, 9_020_150))
  expect(offset.value()).toBe(9_000_000)
})

it('the hub offset ignores an impossible exchange', () => {
  const offset = new HubOffset()
  offset.add(exchange(1000, -5, 2000))
  offset.add(exchange(1000, 5, Number.NaN))
  expect(offset.value()).toBeNull()
})
