import type { Logger } from 'pino'
import type { EdgeConfig } from '../config.ts'
import type { Credentials } from '../sync/sync.ts'
import { enroll } from './enroll.ts'
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

/**
 * Tries the keys in turn: EDGE_API_KEY, the stored key, the one before it, and when all are refused
 * the enrolment token. It never gives up: somebody may make a key valid again. A key that was refused
 * is passed over for as long as another one is accepted.
 */
export function createCredentials(
  config: EdgeConfig,
  store: IdentityStore,
  log: Logger,
): Credentials {
  const refused = new Set<string>()
  let warned = ''

  function warnOnce(text: string): void {
    if (text !== warned) log.warn(text)
    warned = text
  }

  async function enrollNow(token: string): Promise<string | null> {
    const { hubUrl, agentCode, agentName, agentLocation } = config
    const request = { hubUrl, token, code: agentCode, name: agentName, location: agentLocation }
    const result = await enroll(request)
    if ('apiKey' in result) {
      const previousKey = identityOf(store, agentCode)?.apiKey
      // A new enrolment begins a new join history at the hub.
      const { apiKey } = result
      await updateIdentity(store, agentCode, { apiKey, previousKey, join: undefined }).catch(
        (error: unknown) => log.error({ err: error }, 'the new API key is in memory only'),
      )
      log.info('enrolled at the hub')
      return result.apiKey
    }
    if ('refused' in result) warnOnce(`the hub refuses EDGE_ENROLL_TOKEN: ${result.refused}`)
    else warnOnce(`no enrolment yet: ${result.retry}`)
    return null
  }

  return {
    async key() {
      const stored = identityOf(store, config.agentCode)
      const keys = [config.apiKey, stored?.apiKey, stored?.previousKey]
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
    refused(key) {
      refused.add(key)
      warnOnce('the hub refuses the API key; reads are kept')
    },
    accepted(key) {
      refused.delete(key)
      warned = ''
      const stored = identityOf(store, config.agentCode)
      if (stored?.apiKey === key) return
      updateIdentity(store, config.agentCode, { apiKey: key, previousKey: stored?.apiKey }).catch(
        (error: unknown) => log.warn({ err: error }, 'the API key could not be stored'),
      )
    },
  }
}
