import { anyShape, type ApiClient } from '../http/client.ts'
import { RecoveryCodes, SecondFactor, SecondFactorOffer } from './shapes.ts'

const PATH = '/api/auth/second-factor'

/** What the hub asks for before it changes a factor that is on. */
export interface FactorProof {
  currentPassword: string
  /** A code of the app, or a recovery code. */
  code: string
}

/** The caller's own second factor. */
export function fetchSecondFactor(api: ApiClient, signal?: AbortSignal): Promise<SecondFactor> {
  return api({ path: PATH, shape: SecondFactor, signal })
}

/** A secret that counts once `confirmSecondFactor` was given a code of it. */
export function beginSecondFactor(
  api: ApiClient,
  currentPassword: string,
): Promise<SecondFactorOffer> {
  const path = `${PATH}/begin`
  return api({ method: 'POST', path, body: { currentPassword }, shape: SecondFactorOffer })
}

/** Switches it on; the other sessions of this person end. Answers the recovery codes. */
export async function confirmSecondFactor(api: ApiClient, code: string): Promise<string[]> {
  const path = `${PATH}/confirm`
  const answer = await api({ method: 'POST', path, body: { code }, shape: RecoveryCodes })
  return answer.recovery_codes
}

/** Makes new recovery codes; the old ones become void. */
export async function renewRecoveryCodes(api: ApiClient, proof: FactorProof): Promise<string[]> {
  const path = `${PATH}/recovery-codes`
  const answer = await api({ method: 'POST', path, body: proof, shape: RecoveryCodes })
  return answer.recovery_codes
}

export async function removeSecondFactor(api: ApiClient, proof: FactorProof): Promise<void> {
  await api({ method: 'POST', path: `${PATH}/remove`, body: proof, shape: anyShape })
}
