import { expect, it } from 'vitest'
import { isNtpSynced } from './ntp-sync.ts'

const sources = (marker: boolean, timedatectl: () => Promise<string>) => ({
  exists: async (path: string) => marker && path === '/run/systemd/timesync/synchronized',
  timedatectl,
})

it('isNtpSynced trusts the marker of systemd-timesyncd without asking timedatectl', async () => {
  expect(await isNtpSynced(sources(true, () => Promise.reject(new Error('asked'))))).toBe(true)
})

it('isNtpSynced asks timedatectl where another NTP client runs', async () => {
  expect(await isNtpSynced(sources(false, async () => 'yes\n'))).toBe(true)
  expect(await isNtpSynced(sources(false, async () => 'no\n'))).toBe(false)
})

it('isNtpSynced is false where neither source answers', async () => {
  expect(await isNtpSynced(sources(false, () => Promise.reject(new Error('ENOENT'))))).toBe(false)
})

it('isNtpSynced answers on the machine that runs the test', async () => {
  expect(await isNtpSynced()).toBeTypeOf('boolean')
})
