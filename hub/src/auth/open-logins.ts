import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config/config.ts'
import type { Store } from '../store/open-store.ts'
import { FailedLogins } from './login/failed-logins.ts'
import { KnownNetworks } from './login/known-networks.ts'
import { learnNetworks } from './login/learn-networks.ts'
import { type LoginRateLimit, createLoginRateLimit } from './login/login-rate-limit.ts'
import { type ResetRateLimit, createResetRateLimit } from './password-reset/reset-rate-limit.ts'
import { SessionUse } from './sessions/session-use.ts'
import { type WallRateLimit, createWallRateLimit } from './walls/wall-rate-limit.ts'

export interface LoginsOptions {
  store: Pick<Store, 'db' | 'readOnly'>
  config: Pick<Config, 'bus' | 'idleMinutes'>
  bus: Bus
  log: Logger
}

/** What a running hub remembers of those who log in, beside the database. */
export interface Logins {
  loginRateLimit: LoginRateLimit
  resetRateLimit: ResetRateLimit
  wallRateLimit: WallRateLimit
  known: KnownNetworks
  failedLogins: FailedLogins
  sessionUse: SessionUse
}

/** Opens them; `stop`, for when no more requests come, writes what is not written yet. */
export async function openLogins({
  store,
  config,
  bus,
  log,
}: LoginsOptions): Promise<{ logins: Logins; stop: () => Promise<void> }> {
  const { db, readOnly } = store
  const sessionUse = new SessionUse({
    db,
    bus,
    log: log.child({ part: 'sessions' }),
    idleMinutes: config.idleMinutes,
    others: config.bus !== null,
  })
  await sessionUse.start()
  const failedLogins = new FailedLogins({ db, log: log.child({ part: 'api' }) })
  const known = new KnownNetworks()
  const stopLearning = await learnNetworks({ known, readOnly, log })
  return {
    logins: {
      loginRateLimit: createLoginRateLimit(),
      resetRateLimit: createResetRateLimit(),
      wallRateLimit: createWallRateLimit(),
      known,
      failedLogins,
      sessionUse,
    },
    stop: async () => {
      stopLearning()
      await sessionUse.stop()
      await failedLogins.stop()
    },
  }
}
