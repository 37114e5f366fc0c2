import { type PermitRequest, Semaphore } from '../../limits/semaphore.ts'

/**
 * Who asks for a password to be hashed or checked. Its group goes from the widest to the narrowest: share,
 * network, address, account.
 */
export type PasswordRequest = Required<Pick<PermitRequest, 'group'>> & Pick<PermitRequest, 'signal'>

export interface PasswordSemaphoreOptions {
  permits?: number
  maxWaiting?: number
  maxPerNetwork?: number
}

/** A password was not looked at: too many wait, or its caller left. They may try again in a moment. */
export class PasswordsOverloaded extends Error {
  override name = 'PasswordsOverloaded'
}

/** Share and network of a group. */
const NETWORK_DEPTH = 2

/** Lets passwords be hashed and checked two at a time; whoever cannot wait gets PasswordsOverloaded. */
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
