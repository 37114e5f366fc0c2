import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { PipedKeyboard } from '../../testing/emulators/piped-keyboard.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { HidReaderConfig } from './config.ts'
import { grab } from './grab.ts'
import { createHidReader } from './reader.ts'

let device: PipedKeyboard
let context: ReturnType<typeof readerContext>
let reader: Reader
beforeEach(() => {
  device = new PipedKeyboard()
  context = readerContext()
})
afterEach(async () => {
  await reader.stop()
  device.destroy()
})

function start(grabber: ((fd: number) => void) | null = null, settings: object = {}) {
  const config = { id: 'gate', type: 'hid', path: device.path, ...settings }
  reader = createHidReader(HidReaderConfig.parse(config), context, grabber)
  reader.start()
}

const state = () => reader.states()[0]
const becomes = (wanted: string) => vi.waitFor(() => expect(state()?.state).toBe(wanted))
const says = (error: string | RegExp) => vi.waitFor(() => expect(state()?.error).toMatch(error))
const hasRead = (...uids: string[]) =>
  vi.waitFor(() => expect(context.reads.map((read) => read.uid)).toEqual(uids))

it('reads what is typed, with and without Enter, and counts what is no tag', async () => {
  device.plugIn()
  const grabbed: number[] = []
  start((fd) => grabbed.push(fd), { idleMs: 50 })
  await becomes('open')
  device.type('0004812345', { enter: false })
  await hasRead('0004812345')
  device.type('E2003412abcd')
  device.type('hello')
  await hasRead('0004812345', 'E2003412ABCD')
  await vi.waitFor(() => expect(state()?.noise).toBe(1))
  expect(grabbed).toHaveLength(1)
})

it('is closed while the device is away, and reads again when it is back', async () => {
  start()
  await says('it cannot be opened (ENOENT)')
  device.plugIn()
  await becomes('open')
  device.type('1111', { enter: false })
  device.unplug()
  await becomes('closed')
  await says('it cannot be opened (ENOENT)')
  device.plugIn()
  await becomes('open')
  device.type('22223333')
  await hasRead('22223333')
  const lost = context.logged.filter((line) => line === 'keyboard lost, retrying')
  expect(lost).toHaveLength(2)
})

it('says why a device cannot be grabbed, lets it go, and tries again', async () => {
  device.plugIn()
  let isFree = false
  start(() => {
    if (!isFree) throw new DeviceError('another program has grabbed the device')
  })
  await says('another program has grabbed the device')
  isFree = true
  await becomes('open')
})

it('takes no file for an event device', async () => {
  writeFileSync(device.path, '')
  start(grab)
  await says(/^this is no event device; name one of/)
})

it('lets the device go when it is stopped', async () => {
  device.plugIn()
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`) === device.path)
      .length
  start()
  await becomes('open')
  expect(openFiles()).toBe(2)
  await reader.stop()
  await reader.stop()
  expect(openFiles()).toBe(1)
})

/** Null for a file that is closed by now. */
function linkOf(file: string): string | null {
  try {
    return readlinkSync(file)
  } catch {
    return null
  }
}
