import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { listReplicas } from '../store/cluster/replicas.ts'
import type { Db } from '../store/database.ts'
import type { Store } from '../store/open-store.ts'
import { newestKey } from '../store/people/audit-head.ts'
import { beginAuditKey } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

/** How long to watch for heartbeats of other hubs, which come every 2 s. */
const LOOK_FOR_MS = 6000

export interface BeginKeyOptions {
  store: Pick<Store, 'db' | 'key'>
  log: Logger
  /** How long to watch for heartbeats of other hubs, in ms, where the log has another key. */
  lookForMs?: number
}

/**
 * Continues the audit log under this hub's key, before the hub writes anything, and logs when that
 * begins: as an error where the log was under another key or rows have none, and as a warning at
 * the first key of an existing log.
 *
 * @throws ConfigError where another hub is running on the database and the log is under another
 * key.
 */
export async function beginKey({
  store: { db, key },
  log,
  lookForMs = LOOK_FOR_MS,
}: BeginKeyOptions): Promise<void> {
  const newest = await newestKey(db)
  if (newest !== null && newest !== key.id && (await isServed(db, lookForMs))) {
    throw new ConfigError(
      `HUB_AUDIT_KEY no es la clave de los hubs que trabajan (el registro sigue con ${newest}, y esta es ${key.id}): dé la misma a todos los hubs de la base, y cámbiela con todos detenidos`,
    )
  }
  const begun = await withLockOfAllHubs(db, beginAuditKey)
  if (begun === null) return
  const { before, rows, head } = begun
  const entry = { key: key.id, rows, head }
  if (newest !== null && newest !== key.id) {
    log.error(
      { ...entry, before: newest },
      'the key of the audit log is another from here on: rows before are verified with the old key alone',
    )
  } else if (newest !== null) {
    log.error({ ...entry, before }, 'rows without a key were added to the audit log')
  } else if (rows === 0 && key.isNew) {
    log.info(entry, 'the audit log begins')
  } else {
    log.warn(entry, 'the audit log gets its first key: of the rows before, this head alone vouches')
  }
}

/** True when another hub writes heartbeats within `lookForMs`. */
async function isServed(db: Db, lookForMs: number): Promise<boolean> {
  const before = new Map((await listReplicas(db)).map(({ id, beats }) => [id, beats]))
  if (before.size === 0) return false
  await delay(lookForMs)
  return (await listReplicas(db)).some(({ id, beats }) => beats !== before.get(id))
}

/**
 * Checks the key for a command that writes to the database: only a hub may change the audit log's
 * key.
 *
 * @throws ConfigError where the audit log is under another key.
 */
export async function requireKeyOfHub({ db, key }: Pick<Store, 'db' | 'key'>): Promise<void> {
  const newest = await newestKey(db)
  if (newest === null || newest === key.id) return
  throw new ConfigError(
    `HUB_AUDIT_KEY, or hub.key in HUB_DATA_DIR, is not the hub's key (the audit log goes on under ${newest}, and this is ${key.id}): run this with the hub's own environment; where its key is lost, start the hub first`,
  )
}
