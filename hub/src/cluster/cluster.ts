import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Announcer } from '../realtime/announcer.ts'
import type { Db } from '../store/database.ts'
import { inTransaction } from '../store/transaction.ts'
import { installationId } from '../store/cluster/replicas.ts'
import { type Bus, createLocalBus } from '../bus/bus.ts'
import type { ReaderTotals } from '../bus/replica-events.ts'
import { CatchUp } from '../realtime/catch-up.ts'
import type { BusAddress } from '../config/bus-address.ts'
import { ReplicaWatch } from './replica-watch.ts'
import { type Replicas, singleReplica } from './replicas.ts'

const ROUND_EVERY_MS = 5000

/** The parts that each round brings in line with the database. */
export interface ClusterRunOptions {
  /**
   * `reconcile` closes connections that another replica has taken over; `ownReaders` sums up this
   * one's readers.
   */
  agents: { reconcile(): Promise<void>; ownReaders(): ReaderTotals }
  /** `closeAbandoned` times out the commands of replicas that died. */
  commands: { closeAbandoned(): Promise<void> }
  announcer: Announcer
}

/** The link of this replica to the others on its database. */
export interface Cluster {
  bus: Bus
  replicas: Replicas
  /** Starts to poll the database every 5 s; resolves after the first round. */
  run(parts: ClusterRunOptions): Promise<void>
  /** Leaves the others. Close the agents' sockets before. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** Null: this replica runs alone. */
  address: BusAddress | null
  db: Db
  log: Logger
  registry: Registry
  /** Milliseconds between two rounds. */
  roundEveryMs?: number
  /** Milliseconds between two heartbeats. */
  beatEveryMs?: number
}

/** Joins the other replicas; a broker that is away is no error. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { address, db, log, registry, roundEveryMs = ROUND_EVERY_MS, beatEveryMs } = options
  if (address === null) {
    return {
      bus: createLocalBus(),
      replicas: singleReplica(),
      run: async () => {},
      stop: async () => {},
    }
  }
  // Most hubs run alone, and would spend a tenth of their start on a client for a broker.
  const { MqttBus } = await import('../bus/mqtt-bus.ts')
  const me = randomUUID()
  const installation = await inTransaction(db, (trx) => installationId(trx, randomUUID()))
  const bus = new MqttBus({ address, installation, replica: me, log, registry })
  let parts: ClusterRunOptions | null = null
  const noReaders = { open: 0, simulated: 0, port: null }
  const ownReaders = () => parts?.agents.ownReaders() ?? noReaders
  const replicas = new ReplicaWatch({ db, bus, log, me, ownReaders, beatEveryMs })
  await replicas.start()
  bus.start()

  let catchUp: CatchUp | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isFailing = false
  let isStopped = false

  async function round(): Promise<void> {
    try {
      await replicas.look()
      await parts?.agents.reconcile()
      await parts?.commands.closeAbandoned()
      await catchUp?.poll()
      if (isFailing) log.info('the other hubs are looked at again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'the other hubs cannot be looked at; trying on')
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(start, roundEveryMs)
  }

  function start(): void {
    running = round()
  }

  return {
    bus,
    replicas,
    async run(given) {
      parts = given
      catchUp = new CatchUp({ db, bus, announcer: given.announcer })
      catchUp.start()
      start()
      await running
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      catchUp?.stop()
      await replicas.stop()
      await bus.stop()
    },
  }
}
