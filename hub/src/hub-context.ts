import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Passwords } from './auth/passwords/passwords.ts'
import type { Config } from './config/config.ts'

/** What every part of the hub may use. */
export interface HubContext {
  config: Config
  log: Logger
  passwords: Passwords
  registry: Registry
  /** The last lines of the log, as they were written. */
  recentLines: () => readonly string[]
}
