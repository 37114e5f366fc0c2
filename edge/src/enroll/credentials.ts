import { fingerprintOfClaim } from '@vehicle-control/protocol/claim'
import type { Logger } from 'pino'
import type { EdgeConfig } from '../config.ts'
import type { Credentials } from '../sync/sync.ts'
import { ownClaim } from './claim.ts'
import { enroll } from './enroll.ts'
import { readHardwareSerial } from './hardware-serial.ts'
import type { Identity, IdentityStore } from './identity.ts'

/** Changes fields of the stored identity, which begins anew when the agent code is another. */
export function updateIdentity(
  store: IdentityStore,
  agentCode: string,
  change: Partial<Identity>,
): Promise<void> {
  return store.save({ ...identityOf(store, agentCode), ...change, agentCode })
}

/** The identity, if it is this agent's. */
export function identityOf(store: IdentityStore, agentCode: string): Identity | null {
  return ownedBy(store.current(), agentCode)
}

/**
 * The join state that is on disk. One in memory only must never be shown to the hub: after a power
 * cut the edge would show an older one, and be taken for a clone.
 */
export function durableJoin(store: IdentityStore, agentCode: string): string | null {
  return ownedBy(store.saved(), agentCode)?.join ?? null
}

function ownedBy(stored: Identity | null, agentCode: string): Identity | null {
  return stored?.agentCode.toLowerCase() === agentCode.toLowerCase() ? stored : null
}

/** The hub's verdict on a key that was handed over. `replaced`: another one came before it. */
export type KeyVerdict = 'accepted' | 'refused' | 'foreign' | 'replaced'

export interface EdgeCredentials extends Credentials {
  /**
   * Takes a new key for the running edge. It is on disk, beside the one that it follows, when this
   * resolves, and is the next to be tried: the hub may end the older one at its first use. One that
   * the hub does not accept is forgotten again before `verdict` resolves. Rejects where the disk
   * refuses, and changes nothing.
   */
  offer(key: string): Promise<{ verdict: Promise<KeyVerdict> }>
}

interface Trial {
  key: string
  /** What stood in the key's place. */
  before: Identity | null
  end: (verdict: KeyVerdict) => void
}

const OLDER_KEYS_MAX = 3

/**
 * Tries the keys in turn: one that was handed over, EDGE_API_KEY, the stored key, those before it,
 * and when all are refused the enrolment token. It never gives up: somebody may make a key valid
 * again. A key that was refused is passed over for as long as another one is accepted.
 */
export function createCredentials(
  config: EdgeConfig,
  store: IdentityStore,
  log: Logger,
): EdgeCredentials {
  const refused = new Set<string>()
  /** Keys of other agents: never kept as the one before. */
  const foreign = new Set<string>()
  let warned = ''
  let trial: Trial | null = null
  /** A key that was handed over and accepted: newer than what the environment holds. */
  let newest: string | undefined

  function warnOnce(text: string): void {
    if (text !== warned) log.warn(text)
    warned = text
  }

  async function enrollNow(token: string): Promise<string | null> {
    const { hubUrl, agentCode, agentName, agentLocation } = config
    let fault = ''
    // An ordinary token gives a key without.
    const claim = await ownClaim(config.dataDir).catch((error: unknown) => {
      fault = ` (the claim of this device cannot be stored or read: ${String(error)})`
      return null
    })
    const device = claim === null ? undefined : { claim, serial: readHardwareSerial() }
    const agent = { code: agentCode, name: agentName, location: agentLocation }
    const result = await enroll({ hubUrl, token, ...agent, device })
    if ('apiKey' in result) {
      const previousKey = identityOf(store, agentCode)?.apiKey
      // A new enrolment begins a new join history at the hub.
      const { apiKey } = result
      const change = { apiKey, previousKey, join: undefined }
      await updateIdentity(store, agentCode, change).catch((error: unknown) =>
        log.error({ err: error }, 'the new API key is in memory only'),
      )
      log.info('enrolled at the hub')
      return result.apiKey
    }
    if ('refused' in result)
      warnOnce(`the hub refuses EDGE_ENROLL_TOKEN: ${result.refused}${fault}`)
    else if ('waiting' in result) {
      const fingerprint = claim === null ? '' : fingerprintOfClaim(claim)
      warnOnce(`waits for an admin of the hub to approve ${fingerprint}: ${result.waiting}`)
    } else warnOnce(`no enrolment yet: ${result.retry}`)
    return null
  }

  const keysOf = (identity: Identity | null) => {
    const { apiKey, previousKey, olderKeys } = identity ?? {}
    return { apiKey, previousKey, olderKeys }
  }

  function keysInTurn(): (string | undefined)[] {
    const { apiKey, previousKey, olderKeys = [] } = identityOf(store, config.agentCode) ?? {}
    return [trial?.key ?? newest, config.apiKey, apiKey, previousKey, ...olderKeys]
  }

  /** Restores the keys that one which is not accepted has replaced. */
  function rollBack(verdict: KeyVerdict): void {
    const given = trial
    if (given === null) return
    trial = null
    updateIdentity(store, config.agentCode, keysOf(given.before))
      .catch((error: unknown) => log.warn({ err: error }, 'the older API key is in memory only'))
      .finally(() => given.end(verdict))
  }

  return {
    async offer(key) {
      const { agentCode } = config
      const before = identityOf(store, agentCode)
      const fallbackKeys = trial === null ? [] : [before?.previousKey, ...(before?.olderKeys ?? [])]
      const olderKeys = fallbackKeys.filter((one) => one !== undefined).slice(0, OLDER_KEYS_MAX)
      const change = { apiKey: key, previousKey: before?.apiKey }
      const older = olderKeys.length > 0 ? olderKeys : undefined
      try {
        // The same key once more must not push out the one before it.
        if (before?.apiKey !== key) {
          await updateIdentity(store, agentCode, { ...change, olderKeys: older })
        }
      } catch (error) {
        // In memory it has changed already.
        await updateIdentity(store, agentCode, keysOf(before)).catch(() => {})
        throw error
      }
      trial?.end('replaced')
      refused.delete(key)
      const verdict = new Promise<KeyVerdict>((end) => (trial = { key, before, end }))
      return { verdict }
    },
    async key() {
      const keys = keysInTurn()
      const untried = keys.find((key) => key !== undefined && !refused.has(key))
      if (untried !== undefined) return untried
      const token = config.enrollToken
      const enrolled = token === undefined ? null : await enrollNow(token)
      if (enrolled !== null) return enrolled
      refused.clear()
      if (token === undefined && keys.every((key) => key === undefined)) {
        warnOnce('EDGE_API_KEY and EDGE_ENROLL_TOKEN are not set: reads are kept until one is')
      }
      return null
    },
    foreign(key) {
      if (trial?.key === key) {
        rollBack('foreign')
        return true
      }
      if (key === config.apiKey) return false
      // Handed over before a restart, without a verdict until now: the one before it is this agent's.
      refused.add(key)
      foreign.add(key)
      return keysInTurn().some((one) => one !== undefined && !refused.has(one))
    },
    refused(key) {
      if (trial?.key === key) {
        log.warn('the hub refuses the API key that was handed over; the older one goes on')
        rollBack('refused')
        return
      }
      refused.add(key)
      warnOnce('the hub refuses the API key; reads are kept')
    },
    accepted(key) {
      refused.delete(key)
      warned = ''
      // A connection with the older key may be welcomed while the newer one waits for its turn.
      if (trial !== null && trial.key !== key) return
      if (trial !== null) {
        newest = key
        trial.end('accepted')
        trial = null
      }
      const { apiKey, previousKey, olderKeys } = identityOf(store, config.agentCode) ?? {}
      if (apiKey === key && olderKeys === undefined) return
      const replaced = apiKey === key ? previousKey : apiKey
      const before = replaced !== undefined && foreign.has(replaced) ? undefined : replaced
      const keys = { apiKey: key, previousKey: before, olderKeys: undefined }
      updateIdentity(store, config.agentCode, keys).catch((error: unknown) =>
        log.warn({ err: error }, 'the API key could not be stored'),
      )
    },
  }
}
