import { parentPort, workerData } from 'node:worker_threads'
import { ConfigError } from '@vehicle-control/protocol/errors'
import { DurableLog, BlockedError } from './durable-log.ts'
import type { FromWorker, OutboxCall, ToWorker, WorkerSetup } from './outbox.ts'

/**
 * The thread that owns the outbox's file: a slow disk holds this thread up and nothing
 * else. What it imports it holds a second time: of the protocol only the parts without zod.
 */
const port = parentPort
if (port === null) throw new Error('the outbox worker runs as a worker thread only')

const setup = workerData as WorkerSetup
const monotonic = () => Number(process.hrtime.bigint()) / 1e6
const send = (message: FromWorker) => port.postMessage(message)
const log = new DurableLog({
  ...setup,
  monotonic,
  now: Date.now,
  onNotice: (notice) => send({ type: 'notice', notice }),
})

function answer(call: OutboxCall): unknown {
  switch (call.method) {
    case 'open':
      log.open()
      return log.run((l) => ({ recent: l.recentReads(call.sinceMono), stats: l.stats() }))
    case 'append': {
      const place = log.append(call.entries)
      return { place, stats: log.run((l) => l.stats()) }
    }
    case 'beginCommand':
      // Where the first try did reach the file, the second finds the id and no pin moves.
      return log.write((l) => l.beginCommand(call.command))
    case 'read':
      return log.run((l) => l.read(call.epoch, call.after, { rows: call.rows, bytes: call.bytes }))
    case 'ranges':
      return log.run((l) => l.ranges())
    case 'resume':
      return log.run((l) => {
        l.resume(call.watermarks)
        return l.backlog()
      })
    case 'ack':
      return log.run((l) => {
        l.ack(call.epoch, call.watermark)
        return l.stats()
      })
    case 'released':
      return log.run((l) => l.released())
    case 'maintain':
      return log.maintain(call.elapsedMs)
    case 'prune':
      return log.run((l) => l.prune())
    case 'close':
      return log.close()
  }
}

port.on('message', ({ id, call }: ToWorker) => {
  try {
    send({ type: 'result', id, result: answer(call) })
  } catch (error) {
    const kind =
      error instanceof BlockedError ? 'blocked' : error instanceof ConfigError ? 'config' : 'other'
    send({
      type: 'error',
      id,
      kind,
      message: error instanceof Error ? error.message : String(error),
    })
  }
})
