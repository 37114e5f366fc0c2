import { anyShape, type ApiClient, type Shape } from '../http/client.ts'

/** The session that a new password opened; the token is null where the hub gave none. */
export interface PasswordAnswer {
  token: string | null
  user: unknown
}

const passwordAnswer: Shape<PasswordAnswer> = {
  parse(value) {
    const answer: Record<string, unknown> = typeof value === 'object' ? { ...value } : {}
    if (answer['ok'] !== true) throw new TypeError('The answer does not say ok')
    const token = answer['token']
    return { token: typeof token === 'string' && token ? token : null, user: answer['user'] }
  },
}

export async function requestReset(api: ApiClient, email: string): Promise<void> {
  const path = '/api/auth/request-reset'
  await api({ method: 'POST', path, body: { email }, shape: anyShape, isPublic: true })
}

export function resetPassword(
  api: ApiClient,
  body: { token: string; newPassword: string },
): Promise<PasswordAnswer> {
  const path = '/api/auth/reset-password'
  return api({ method: 'POST', path, body, shape: passwordAnswer, isPublic: true })
}

/** Every other session of this person ends. */
export function changePassword(
  api: ApiClient,
  body: { currentPassword: string; newPassword: string },
): Promise<PasswordAnswer> {
  return api({ method: 'POST', path: '/api/auth/change-password', body, shape: passwordAnswer })
}
