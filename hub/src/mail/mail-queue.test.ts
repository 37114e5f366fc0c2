import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { openTestSmtp, type TestSmtp } from '../testing/test-smtp.ts'
import { createMailQueue, type MailQueue } from './mail-queue.ts'
import { createSendMail } from './send-mail.ts'

const mail = { to: ['ana@test.co'], subject: 'Contraseña', text: 'the-token\n' }
let smtp: TestSmtp
let queue: MailQueue
let logged: string[]
let now: number
/** What waits to be tried again, as timers would. */
let later: { ms: number; run: () => void }[]
let wake: () => void

beforeEach(async () => {
  smtp = await openTestSmtp()
  logged = []
  later = []
  now = 0
  open(smtp.url)
})
afterEach(async () => {
  queue.stop()
  await smtp.close()
})

function open(url: string): void {
  const server = loadConfig({ HUB_SMTP_URL: url }).smtp
  if (!server) throw new Error('no server')
  const stream = {
    write(line: string) {
      logged.push(line)
      wake()
    },
  }
  const log = pino({ level: 'info' }, stream)
  const after = (ms: number, run: () => void) => {
    const timer = { ms, run }
    later.push(timer)
    return () => void later.splice(later.indexOf(timer), 1)
  }
  wake = () => {}
  queue = createMailQueue({ send: createSendMail(server, log), log, now: () => now, after })
}

/** Waits until something is logged that was not there before. */
async function nextLog(): Promise<string> {
  const before = logged.length
  while (logged.length === before) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  return logged[before] ?? ''
}

test('sends plain text from the sender of the URL', async () => {
  void queue.add(mail, Infinity)
  const { headers, ...rest } = await smtp.next()
  expect(rest).toEqual({ from: 'hub@site.co', ...mail })
  expect(headers).toMatch(/^content-type: text\/plain; charset=utf-8/im)
  expect(headers).toMatch(/^auto-submitted: auto-generated/im)
})

test('logs in where the URL has a user', async () => {
  const users: unknown[] = []
  const guarded = await openTestSmtp({
    authOptional: false,
    onAuth({ username, password }, _, done) {
      users.push([username, password])
      done(null, { user: username })
    },
  })
  open(`smtp://hub%40site.co:p%3Aw@127.0.0.1:${guarded.port}`)
  void queue.add(mail, Infinity)
  expect((await guarded.next()).from).toBe('hub@site.co')
  expect(users).toEqual([['hub@site.co', 'p:w']])
  queue.stop()
  await guarded.close()
})

test('tries again with a growing delay, and never logs what the mail says', async () => {
  smtp.refuse('rejected: it contains the-token')
  void queue.add(mail, Infinity)
  const waits: number[] = []
  for (let i = 0; i < 4; i++) {
    expect(JSON.parse(await nextLog())).toMatchObject({
      code: 'EMESSAGE',
      responseCode: 554,
      msg: 'a mail could not be sent; trying again',
    })
    const [timer] = later.splice(0, 1)
    waits.push(timer?.ms ?? 0)
    timer?.run()
  }
  expect(await nextLog()).toContain('giving up')
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(new Set(waits).size).toBe(4)
  expect(later).toEqual([])
  expect(logged.join('')).not.toContain('the-token')

  smtp.refuse(null)
  void queue.add(mail, Infinity)
  expect((await smtp.next()).to).toEqual(mail.to)
  expect(smtp.received).toHaveLength(1)
})

test('does not send again what the server has no mailbox for, only what it may take later', async () => {
  let responseCode = 550
  const picky = await openTestSmtp({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('not this one'), { responseCode })),
  })
  open(picky.url)
  void queue.add(mail, Infinity)
  expect(await nextLog()).toContain('giving up')
  responseCode = 450
  void queue.add(mail, Infinity)
  expect(await nextLog()).toContain('trying again')
  queue.stop()
  await picky.close()
})

test('sends a mail after its delay, and not when it is stopped before', async () => {
  void queue.add(mail, Infinity, 700)
  expect([later.map(({ ms }) => ms), smtp.received]).toEqual([[700], []])
  later.splice(0, 1)[0]?.run()
  expect((await smtp.next()).to).toEqual(mail.to)
  void queue.add(mail, Infinity, 700)
  queue.stop()
  expect(later).toEqual([])
})

test('gives up what would come too late', async () => {
  smtp.refuse('no')
  void queue.add(mail, 15_000)
  expect(await nextLog()).toContain('trying again')
  now = 10_000
  later.splice(0, 1)[0]?.run()
  expect(await nextLog()).toContain('giving up')
  expect(later).toEqual([])
})

test('holds no more than 100 mails', async () => {
  smtp.refuse('no')
  for (let i = 0; i < 105; i++) void queue.add(mail, Infinity)
  expect(logged.filter((line) => line.includes('too much mail waits'))).toHaveLength(5)
})

test('ends at once while a server says nothing', async () => {
  let onConnect = () => {}
  const connected = new Promise<void>((resolve) => {
    onConnect = resolve
  })
  // Its connections are closed by the other side alone: it waits for that much longer than a test.
  const mute = await openTestSmtp({ closeTimeout: 3_600_000, onConnect: () => onConnect() })
  open(mute.url)
  void queue.add(mail, Infinity)
  await connected
  queue.stop()
  await mute.close()
  expect(logged).toEqual([])
})
