import { setTimeout } from 'node:timers/promises'
import { CloseCode } from '@vehicle-control/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { epochs, helloFrame, readEntry, type TestDevice } from '../testing/agent-side.ts'
import type { TestBrowser, TestReplica } from '../testing/replica.ts'
import { NO_ROUNDS_MS, scans, statuses, until, TwoReplicas } from '../testing/two-replicas.ts'

const [epoch] = epochs
let hubs: TwoReplicas
let a: TestReplica
let b: TestReplica
let atA: TestBrowser
let atB: TestBrowser
let device: TestDevice

beforeEach(async () => {
  hubs = await TwoReplicas.start(NO_ROUNDS_MS)
  ;({ a, b, atA, atB, device } = hubs)
})
afterEach(() => hubs.stop())

it('an agent belongs to its newest connection, at whichever hub', async () => {
  const newer = await b.connectDevice()
  await newer.hello()
  expect(await device.ended).toMatchObject({ code: CloseCode.superseded })
  await newer.batch(epoch, 0, [readEntry(1)])
  for (const browser of [atA, atB]) {
    await until(() => expect(scans(browser)).toEqual([1]))
    expect(statuses(browser)).toEqual([true, true])
  }
  newer.socket.close()
  await until(() => expect(statuses(atA)).toEqual([true, true, false]))
})

it('an agent is nobody’s when its connection ended while its hello waited', async () => {
  const gone = await a.connectDevice()
  const before = (await hubs.agentRow()).generation
  let release = () => {}
  let held: Promise<void> | undefined
  await new Promise<void>((begun) => {
    held = withLockOfAllHubs(a.db, () => {
      begun()
      return new Promise<void>((resolve) => void (release = resolve))
    })
  })
  gone.send(helloFrame())
  await setTimeout(200)
  gone.socket.terminate()
  await setTimeout(200)
  release()
  await held
  await until(async () => expect((await hubs.agentRow()).generation).toBe(before + 1))
  await until(async () => expect(await hubs.agentRow()).toMatchObject({ replica: null }))
  expect(await b.relay('open-1')).toEqual({ type: 'offline' })
})
