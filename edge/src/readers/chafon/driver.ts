import { DeviceError } from '../../device-error.ts'
import type { DeviceDriver, DeviceIo } from '../device/device-driver.ts'
import { ResyncFramer } from '../device/resync-framer.ts'
import type { ChafonReaderConfig } from './config.ts'
import { ChafonConversation, isFrom } from './conversation.ts'
import { CHAFON, CHAFON_SHAPE, CHAFON_STATUS, chafonFrame, type ChafonFrame } from './frame.ts'
import { chafonTags } from './tags.ts'

/** The line is idle between two frames: that ends a frame which noise has broken. */
const IDLE_MS = 100
const ROUND_PAUSE_MS = 20
const ANSWER_MARGIN_MS = 1000
/** Only the rounds of a missing antenna report it: the warning lasts through the others. */
const ANTENNA_FAULT_HOLDS_MS = 10_000
/** Heartbeats come more often; without any the reader may have started anew, and reads no more. */
const HEARTBEAT_WITHIN_MS = 5000
/** One that reads by itself has no heartbeat: it is asked whether it is still there. */
const ASKED_AFTER_MS = 5000
const BAND_UNKNOWN = 'el lector lee por sí mismo y no dice su banda: no se puede comprobar'

const ENDS_A_ROUND: ReadonlySet<number> = new Set([
  CHAFON_STATUS.OK,
  CHAFON_STATUS.DONE,
  CHAFON_STATUS.TIMEOUT,
  CHAFON_STATUS.MEMORY_FULL,
  CHAFON_STATUS.ANTENNA,
  CHAFON_STATUS.NO_TAG,
])

/** The driver of one reader; made anew for each. */
export function createChafonDriver(config: ChafonReaderConfig): DeviceDriver<ChafonFrame> {
  const { variant, address } = config
  let unasked = 0

  /** Old firmware reports its tags only when it is asked, but for its active mode. */
  async function poll(io: DeviceIo<ChafonFrame>, signal: AbortSignal): Promise<void> {
    const reader = new ChafonConversation(io, signal, config)
    if (await reader.readsByItself()) return hear(io, signal, reader)
    const scanMs = await reader.setUp(await reader.info())
    io.ready()
    let faultAt: number | null = null
    while (!signal.aborted) {
      const { status } = await reader.ask(CHAFON.INVENTORY, [], scanMs + ANSWER_MARGIN_MS)
      if (!ENDS_A_ROUND.has(status)) {
        throw new DeviceError('the reader refuses the inventory of old firmware; try variant "new"')
      }
      const now = io.monotonic()
      if (status === CHAFON_STATUS.ANTENNA) faultAt = now
      else if (faultAt !== null && now - faultAt >= ANTENNA_FAULT_HOLDS_MS) faultAt = null
      io.warn(faultAt === null ? null : 'the antenna is not connected')
      await io.sleep(ROUND_PAUSE_MS)
    }
  }

  /**
   * Old firmware in active mode, which is left as it is: it would keep any other. It tells its mode
   * then, but not every model tells its band too.
   */
  async function hear(
    io: DeviceIo<ChafonFrame>,
    signal: AbortSignal,
    reader: ChafonConversation,
  ): Promise<void> {
    const info = await reader.info().catch((error: unknown) => {
      if (signal.aborted) throw error
      return null
    })
    if (info === null) io.warn(BAND_UNKNOWN)
    else await reader.setUp(info)
    io.ready()
    while (!signal.aborted) {
      const before = unasked
      await io.sleep(ASKED_AFTER_MS)
      if (unasked === before) await reader.readsByItself()
    }
  }

  /** New firmware reports them by itself, and heartbeats between them. */
  async function listen(io: DeviceIo<ChafonFrame>, signal: AbortSignal): Promise<void> {
    const reader = new ChafonConversation(io, signal, config)
    try {
      // It may still be reading for an edge that was killed, and then takes no other command.
      await stop(reader)
      await reader.setUp(await reader.info())
      await reader.order('to start', CHAFON.REAL_TIME, [1])
      io.ready()
      while (!signal.aborted) {
        const before = unasked
        await io.sleep(HEARTBEAT_WITHIN_MS)
        if (unasked !== before) continue
        await stop(reader)
        await reader.order('to start again', CHAFON.REAL_TIME, [1])
      }
    } finally {
      if (signal.aborted) io.send(chafonFrame(address, CHAFON.REAL_TIME, [0]))
    }
  }

  return {
    idleMs: IDLE_MS,
    createParser: (output) => new ResyncFramer(CHAFON_SHAPE, output),
    take(frame, output) {
      const tags = isFrom(frame, address) ? chafonTags(frame, variant) : null
      if (tags === null) {
        output.noise()
        return
      }
      if (frame.command === CHAFON.UNASKED) unasked++
      for (const tag of tags) output.emit(tag)
    },
    run: variant === 'old' ? poll : listen,
  }
}

async function stop(reader: ChafonConversation): Promise<void> {
  const { status } = await reader.ask(CHAFON.REAL_TIME, [0])
  if (status === CHAFON_STATUS.ILLEGAL) {
    throw new DeviceError('the reader has no real-time mode; try variant "old"')
  }
}
