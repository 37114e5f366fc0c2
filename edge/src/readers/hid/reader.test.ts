import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeviceError } from '../../device-error.ts'
import { EmulatedKeyboard, ENTER, eventBytes } from '../../testing/emulators/keyboard.ts'
import { readerContext } from '../../testing/reader-context.ts'
import type { Reader } from '../reader.ts'
import { HidReaderConfig } from './config.ts'
import { grab } from './grab.ts'
import { inputEventBytes, type InputEvent } from './input-events.ts'
import { createHidReader } from './reader.ts'

const size = inputEventBytes(process.arch)

let folder: string
let path: string
/** The device's end of a pipe that stands in for the event device. */
let device: number | null
let context: ReturnType<typeof readerContext>
let reader: Reader
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hid-'))
  path = join(folder, 'event0')
  device = null
  context = readerContext()
})
afterEach(async () => {
  await reader.stop()
  unplug()
  rmSync(folder, { recursive: true })
})

function plugIn() {
  execFileSync('mkfifo', [path])
  // For reading too: a pipe without a reader cannot be opened for writing alone.
  device = openSync(path, constants.O_RDWR)
}

function unplug() {
  if (device !== null) closeSync(device)
  device = null
  rmSync(path, { force: true })
}

function start(grabber: ((fd: number) => void) | null = null, settings: object = {}) {
  const config = HidReaderConfig.parse({ id: 'gate', type: 'hid', path, ...settings })
  reader = createHidReader(config, context, grabber)
  reader.start()
}

const send = (events: InputEvent[]) =>
  writeSync(device ?? -1, Buffer.concat(events.map((event) => eventBytes(event, size))))
const state = () => reader.states()[0]
const becomes = (wanted: string) => vi.waitFor(() => expect(state()?.state).toBe(wanted))
const hasRead = (...uids: string[]) =>
  vi.waitFor(() => expect(context.reads.map((read) => read.uid)).toEqual(uids))

it('reads what is typed, with and without Enter, and counts what is no tag', async () => {
  plugIn()
  const grabbed: number[] = []
  start((fd) => grabbed.push(fd), { idleMs: 50 })
  await becomes('open')
  const keyboard = new EmulatedKeyboard()
  send(keyboard.type('0004812345'))
  await hasRead('0004812345')
  send([...keyboard.type('E2003412abcd'), ...keyboard.press(ENTER)])
  send([...keyboard.type('hello'), ...keyboard.press(ENTER)])
  await hasRead('0004812345', 'E2003412ABCD')
  await vi.waitFor(() => expect(state()?.noise).toBe(1))
  expect(grabbed).toHaveLength(1)
})

it('is closed while the device is away, and reads again when it is back', async () => {
  start()
  await vi.waitFor(() => expect(state()?.error).toBe('it cannot be opened (ENOENT)'))
  plugIn()
  await becomes('open')
  const keyboard = new EmulatedKeyboard()
  send(keyboard.type('1111'))
  await vi.waitFor(() => expect(context.logged).toContain('keyboard is back'))
  unplug()
  await becomes('closed')
  await vi.waitFor(() => expect(state()?.error).toBe('it cannot be opened (ENOENT)'))
  plugIn()
  await becomes('open')
  send([...keyboard.type('22223333'), ...keyboard.press(ENTER)])
  await hasRead('22223333')
  const lost = context.logged.filter((line) => line === 'keyboard lost, retrying')
  expect(lost).toHaveLength(2)
})

it('says why a device cannot be grabbed, lets it go, and tries again', async () => {
  plugIn()
  let isFree = false
  start(() => {
    if (!isFree) throw new DeviceError('another program has grabbed the device')
  })
  await vi.waitFor(() => expect(state()?.error).toBe('another program has grabbed the device'))
  isFree = true
  await becomes('open')
})

it('takes no file for an event device', async () => {
  writeFileSync(path, '')
  start(grab)
  await vi.waitFor(() => expect(state()?.error).toMatch(/^this is no event device; name one of/))
})

it('lets the device go when it is stopped', async () => {
  plugIn()
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`) === path).length
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
