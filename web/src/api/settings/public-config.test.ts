import { expect, it } from 'vitest'
import { createFakeStorage } from '../../testing/fake-storage.ts'
import { lastTimeZone } from './public-config.ts'

it.each([
  ['America/Santiago', 'America/Santiago'],
  ['Mars/Base', null],
  ['GMT+25', null],
])('the stored text «%s» is the zone %s', (stored, zone) => {
  const storage = createFakeStorage()
  expect(lastTimeZone(storage)).toBeNull()
  storage.setItem('site_time_zone', stored)
  expect(lastTimeZone(storage)).toBe(zone)
})
