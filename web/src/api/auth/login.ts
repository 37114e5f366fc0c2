import type { LoginRequest } from '@vehicle-control/protocol'
import { anyShape, type ApiClient } from '../http/client.ts'
import { LoginResponse } from './shapes.ts'

export function login(api: ApiClient, request: LoginRequest): Promise<LoginResponse> {
  return api({
    method: 'POST',
    path: '/api/auth/login',
    body: request,
    shape: LoginResponse,
    isPublic: true,
  })
}

export async function logout(api: ApiClient): Promise<void> {
  await api({ method: 'POST', path: '/api/auth/logout', shape: anyShape })
}
