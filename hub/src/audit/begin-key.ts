import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import { listReplicas } from '../store/cluster/replicas.ts'
import type { Db } from '../store/database.ts'
import type { Store } from '../store/open-store.ts'
import { newestKey } from '../store/people/audit-head.ts'
import { beginAuditKey } from '../store/people/audit-log.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'

/** Hubs that live write a sign of it every 2 s. */
const LOOK_FOR_MS = 6000

export interface BeginKeyOptions {
  store: Pick<Store, 'db' | 'key'>
  log: Logger
  /** How long signs of life of other hubs are looked for, where the key is another. */
  lookForMs?: number
}

/**
 * Lets the audit log go on under this hub's key, before the hub writes anything, and says so in the
 * log: as a warning or an error where it was under another key, or where an older key finds none.
 *
 * @throws ConfigError where another hub lives on the database and the log goes on under another key.
 */
export async function beginKey({
  store: { db, key },
  log,
  lookForMs = LOOK_FOR_MS,
}: BeginKeyOptions): Promise<void> {
  const newest = await newestKey(db)
  if (newest !== null && newest !== key.id && (await isServed(db, lookForMs))) {
    throw new ConfigError(
      `HUB_AUDIT_KEY is not the key of the hubs that run (the audit log goes on under ${newest}, and this is ${key.id}): give every hub of the database the same one, and change it with all of them stopped`,
    )
  }
  const begun = await withLockOfAllHubs(db, beginAuditKey)
  if (begun === null) return
  const { before, rows, head } = begun
  const what = { key: key.id, rows, head }
  if (newest !== null && newest !== key.id) {
    log.error(
      { ...what, before: newest },
      'the key of the audit log is another from here on: rows before are verified with the old key alone',
    )
  } else if (newest !== null) {
    log.error({ ...what, before }, 'rows without a key were added to the audit log')
  } else if (rows === 0 && key.isNew) {
    log.info(what, 'the audit log begins')
  } else {
    log.warn(what, 'the audit log gets its first key: of the rows before, this head alone vouches')
  }
}

/** True when another hub writes signs of life while we look. */
async function isServed(db: Db, lookForMs: number): Promise<boolean> {
  const before = new Map((await listReplicas(db)).map(({ id, beats }) => [id, beats]))
  if (before.size === 0) return false
  await delay(lookForMs)
  return (await listReplicas(db)).some(({ id, beats }) => beats !== before.get(id))
}

/**
 * For a command that writes beside the hubs: only they may go on under another key.
 *
 * @throws ConfigError where the audit log goes on under another key.
 */
export async function requireKeyOfHub({ db, key }: Pick<Store, 'db' | 'key'>): Promise<void> {
  const newest = await newestKey(db)
  if (newest === null || newest === key.id) return
  throw new ConfigError(
    `HUB_AUDIT_KEY, or hub.key in HUB_DATA_DIR, is not the hub's key (the audit log goes on under ${newest}, and this is ${key.id}): run this with the hub's own environment; where its key is lost, start the hub first`,
  )
}
