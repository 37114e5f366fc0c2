import { expect, it } from 'vitest'
import { createSession } from '../api/auth/session.ts'
import { createSiteTime } from '../site-time/site-time.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { makeRead } from '../testing/reads.ts'
import { forgetReadsOfOthers } from './forget-reads.ts'
import { createLiveReads } from './live-reads.ts'

const NOON = Date.parse('2026-03-10T17:00:00.000Z')
const KEY = 'live_rfid_2026-03-10'
const ana = { id: 7, name: 'Ana' }

/** A tab in which Ana has seen a read; each tab of the browser hears of the others when told so. */
function openTab(storage = createFakeStorage()) {
  let hear = () => {}
  const session = createSession(storage, (listener) => {
    hear = () => listener(null)
  })
  forgetReadsOfOthers(session, storage)
  session.begin('ana', ana)
  const clock = createFakeClock(NOON)
  const reads = createLiveReads({
    clock,
    serverNow: clock.now,
    siteTime: createSiteTime('America/Bogota'),
    storage,
    mayStore: () => session.isStillOf({ id: '7' }),
  })
  reads.start()
  reads.addReads([makeRead('a-1', NOON)])
  return { session, storage, clock, reads, hear: () => hear() }
}

it('keeps the reads of who is logged in, under a renewed session too', () => {
  const { session, storage, reads } = openTab()
  session.begin('renewed', ana)
  reads.save()
  session.begin('renewed again', ana)
  expect(storage.getItem(KEY)).toContain('a-1')
})

it.each<[string, (tab: ReturnType<typeof openTab>) => void]>([
  ['a logout', ({ session }) => session.logout()],
  ['a session that the hub refused', ({ session }) => session.expire('ana')],
  [
    'a session that ended in another tab',
    ({ storage, hear }) => {
      storage.removeItem('token')
      storage.removeItem('authToken')
      hear()
    },
  ],
  ['somebody else who logs in', ({ session }) => session.begin('eva', { id: 8, name: 'Eva' })],
])('forgets them after %s, and writes none when the screen goes', (_, end) => {
  const tab = openTab()
  tab.reads.save()
  tab.reads.addReads([makeRead('a-2', NOON + 1)])
  end(tab)
  expect(tab.storage.getItem(KEY)).toBeNull()
  tab.reads.stop()
  expect(tab.storage.getItem(KEY)).toBeNull()
})

it('writes none from a tab that has not heard of the end yet', () => {
  const { storage, reads } = openTab()
  for (const key of ['token', 'authToken', 'user']) storage.removeItem(key)
  reads.stop()
  expect(storage.getItem(KEY)).toBeNull()
})

it('starts without what a browser kept for nobody, and leaves other entries', () => {
  const storage = createFakeStorage()
  const others = { live_rfid_soundOn: '1', 'live_rfid_clearing_2026-03-10': '{}' }
  for (const [key, value] of Object.entries(others)) storage.setItem(key, value)
  storage.setItem(KEY, '{}')
  storage.setItem('live_rfid_2026-03-09', '{}')
  forgetReadsOfOthers(
    createSession(storage, () => {}),
    storage,
  )
  expect(Object.keys(storage)).toEqual(Object.keys(others))
})
