import { expect, it } from 'vitest'
import { isNtpSynced } from './ntp-sync.ts'

const sources = (marker: boolean, timedatectl: () => Promise<string>) => ({
  exists: async (path: string) => marker && path === '/run/systemd/timesync/synchronized',
  timedatectl,
})

it('believes the marker of systemd-timesyncd without asking further', async () => {
  expect(await isNtpSynced(sources(true, () => Promise.reject(new Error('asked'))))).toBe(true)
})

it('asks timedatectl where another NTP client runs', async () => {
  expect(await isNtpSynced(sources(false, async () => 'yes\n'))).toBe(true)
  expect(await isNtpSynced(sources(false, async () => 'no\n'))).toBe(false)
})

it('is not synced where nobody can tell', async () => {
  expect(await isNtpSynced(sources(false, () => Promise.reject(new Error('ENOENT'))))).toBe(false)
})

it('answers on this machine, whatever it is', async () => {
  expect(await isNtpSynced()).toBeTypeOf('boolean')
})
