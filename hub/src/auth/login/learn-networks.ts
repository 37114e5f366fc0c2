import type { Logger } from 'pino'
import type { Db } from '../../store/database.ts'
import { loginAddresses } from '../../store/people/login-addresses.ts'
import { KNOWN_FOR_MS, type KnownNetworks } from './known-networks.ts'

const EVERY_MS = 10 * 60_000

interface LearnOptions {
  known: KnownNetworks
  readOnly: Db
  log: Logger
}

/**
 * Learns from the audit log where people have logged in, before this hub's start and at others that
 * share its database: now, and every ten minutes until the returned function is called.
 */
export async function learnNetworks({ known, readOnly, log }: LearnOptions): Promise<() => void> {
  async function learn(): Promise<void> {
    const logins = await loginAddresses(readOnly, Date.now() - KNOWN_FOR_MS)
    for (const { address, at } of logins) known.remember(address, at)
  }
  await learn()
  const timer = setInterval(() => {
    learn().catch((error: unknown) => {
      log.warn({ err: error }, 'where people log in could not be read; trying again')
    })
  }, EVERY_MS)
  return () => clearInterval(timer)
}
