import { setTimeout } from 'node:timers/promises'
import { CloseCode } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { epochs, helloFrame, readEntry } from '../testing/agent-side.ts'
import { NO_ROUNDS_MS, scans, statuses, until, setUpTwoReplicas } from '../testing/two-replicas.ts'

const [epoch] = epochs
const two = setUpTwoReplicas(NO_ROUNDS_MS)

it('an agent belongs to its newest connection, at whichever hub', async () => {
  const newer = await two.b.connectDevice()
  await newer.hello()
  expect(await two.device.ended).toMatchObject({ code: CloseCode.superseded })
  await newer.batch(epoch, 0, [readEntry(1)])
  for (const browser of [two.atA, two.atB]) {
    await until(() => expect(scans(browser)).toEqual([1]))
    expect(statuses(browser)).toEqual([true, true])
  }
  newer.socket.close()
  await until(() => expect(statuses(two.atA)).toEqual([true, true, false]))
})

it('an agent is nobody’s when its connection ended while its hello waited', async () => {
  const gone = await two.a.connectDevice()
  const before = (await two.agentRow()).generation
  let release = () => {}
  let held: Promise<void> | undefined
  await new Promise<void>((begun) => {
    held = withLockOfAllHubs(two.a.db, () => {
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
  await until(async () => expect((await two.agentRow()).generation).toBe(before + 1))
  await until(async () => expect(await two.agentRow()).toMatchObject({ replica: null }))
  expect(await two.b.relay('open-1')).toEqual({ type: 'offline' })
})
