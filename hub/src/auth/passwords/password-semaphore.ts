import { type PermitRequest, Semaphore } from '../../limits/semaphore.ts'

/**
 * A request to hash or check a password. Its group goes from the widest to the narrowest: share,
 * network of the site, network, account.
 */
export type PasswordRequest = Required<Pick<PermitRequest, 'group'>> & Pick<PermitRequest, 'signal'>

export interface PasswordSemaphoreOptions {
  permits?: number
  maxWaiting?: number
  maxPerNetwork?: number
}

/** A password was not hashed or checked: too many requests wait, or its caller left. */
export class PasswordsOverloaded extends Error {
  override name = 'PasswordsOverloaded'
}

/** The names of a group that say its share and the network of its site. */
const NETWORK_DEPTH = 2

/** Lets passwords be hashed and checked two at a time; it refuses with PasswordsOverloaded. */
export function createPasswordSemaphore({
  permits = 2,
  maxWaiting = 96,
  maxPerNetwork = 48,
}: PasswordSemaphoreOptions = {}): Semaphore {
  return new Semaphore({
    permits,
    maxWaiting,
    maxWaitingPerGroup: { depth: NETWORK_DEPTH, max: maxPerNetwork },
    refusal: (why) => new PasswordsOverloaded(why),
  })
}
