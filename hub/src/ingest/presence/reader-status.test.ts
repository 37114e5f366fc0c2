import type { ReaderState, RfidStatus } from '@vehicle-control/protocol'
import { beforeEach, expect, it } from 'vitest'
import { type Bus, createLocalBus } from '../../bus/bus.ts'
import { singleReplica } from '../../cluster/replicas.ts'
import { ReaderStatus } from './reader-status.ts'

const open: ReaderState = {
  id: 'gate',
  type: 'line',
  path: '/dev/gate',
  state: 'open',
  simulated: false,
  noise: 0,
}
let bus: Bus
let heard: RfidStatus[]
let agents: { readers: ReaderState[] }[]
/** How often the readers of all agents were summed up. */
let sums: number
let status: ReaderStatus

beforeEach(() => {
  bus = createLocalBus()
  heard = []
  agents = []
  sums = 0
  bus.on('rfidStatus', (event) => heard.push(event))
  status = new ReaderStatus({
    bus,
    replicas: singleReplica(),
    agents: () => {
      sums++
      return agents
    },
  })
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('sums up once for all agents that come or go in one turn of the event loop', async () => {
  for (let n = 0; n < 50; n++) {
    agents.push({ readers: [open] })
    status.announceSoon()
  }
  expect(heard).toEqual([])
  await nextTurn()
  expect(sums).toBe(1)
  expect(heard).toEqual([{ connected: true, simulate: false, port: '50 lectores' }])
})

it('takes the antennas of one device for one path, and two devices on like paths for two', async () => {
  const antenna = (id: string, change: Partial<ReaderState> = {}) => ({ ...open, id, ...change })
  const [closed, simulated] = [{ state: 'closed' }, { simulated: true }] as const
  agents.push({ readers: [antenna('in'), antenna('out'), antenna('old', closed)] })
  status.announce()
  expect(heard.at(-1)).toEqual({ connected: true, simulate: false, port: '/dev/gate' })
  agents.splice(0, 1, { readers: [antenna('in', closed), antenna('out', simulated)] })
  status.announce()
  expect(heard.at(-1)).toEqual({ connected: true, simulate: true, port: '/dev/gate' })
  agents.push({ readers: [antenna('in', simulated), antenna('out', simulated)] })
  status.announce()
  expect(heard.at(-1)).toEqual({ connected: true, simulate: true, port: '2 lectores' })
})

it('announces at once where it must, and then not again', async () => {
  agents.push({ readers: [open] })
  status.announceSoon()
  status.announce()
  expect(heard).toHaveLength(1)
  await nextTurn()
  expect(sums).toBe(1)
})
