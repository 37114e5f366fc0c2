import { CloseCode } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { keysRevokedSince } from '../store/agents/agent-keys.ts'
import type { Db } from '../store/database.ts'
import { sessionsEndedSince } from '../store/auth/sessions.ts'

/**
 * How far each check looks back before the previous one: another process may commit some time after
 * the timestamp that it stores, and the clocks of hubs may differ by 30 s.
 */
const OVERLAP_MS = 35_000
const CHECK_EVERY_MS = 500

interface RevocationWatchOptions {
  db: Db
  bus: Bus
  log: Logger
  now?: () => number
}

export interface RevocationWatch {
  /** Checks once; after `start` the watch does so every 500 ms. */
  check(): Promise<void>
  start(): void
  stop(): void
}

/**
 * Finds sessions, accounts and agent keys that another process (the command line) has ended, and
 * emits them on the bus, so that their sockets close within a second.
 */
export function createRevocationWatch({
  db,
  bus,
  log,
  now = Date.now,
}: RevocationWatchOptions): RevocationWatch {
  let since = now()
  let timer: NodeJS.Timeout | undefined
  let checking = false
  let failing = false
  const keysSeen = new Map<string, number>()
  /**
   * When an agent's change was last emitted here: a revocation from before must not close a newer
   * socket.
   */
  const agentsChanged = new Map<number, number>()

  const onAgentChanged = ({ agentId }: { agentId: number }) =>
    void agentsChanged.set(agentId, now())
  bus.on('agentChanged', onAgentChanged)

  async function check(): Promise<void> {
    const startedAt = now()
    const ended = await sessionsEndedSince(db, since - OVERLAP_MS)
    // Emitted again for some seconds, for a socket that was just being authenticated.
    if (ended.length > 0) bus.emit('sessionsRevoked', ended)

    const agents = new Set<number>()
    for (const key of await keysRevokedSince(db, since - OVERLAP_MS)) {
      if (keysSeen.has(key.id)) continue
      keysSeen.set(key.id, startedAt)
      if ((agentsChanged.get(key.agentId) ?? 0) < key.revokedAt) agents.add(key.agentId)
    }
    for (const agentId of agents) {
      bus.emit('agentChanged', { agentId, closeCode: CloseCode.keyRevoked, reason: 'key revoked' })
    }
    since = startedAt
    for (const seen of [keysSeen, agentsChanged]) forget(seen, since - 2 * OVERLAP_MS)
  }

  async function tick(): Promise<void> {
    if (checking) return
    checking = true
    try {
      await check()
      if (failing) log.info('revocations are watched again')
      failing = false
    } catch (error) {
      if (!failing) log.error({ err: error }, 'revocations cannot be watched; trying on')
      failing = true
    } finally {
      checking = false
    }
  }

  return {
    check,
    start() {
      timer ??= setInterval(() => void tick(), CHECK_EVERY_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      bus.off('agentChanged', onAgentChanged)
    },
  }
}

function forget(seen: Map<unknown, number>, before: number): void {
  for (const [key, at] of seen) if (at < before) seen.delete(key)
}
