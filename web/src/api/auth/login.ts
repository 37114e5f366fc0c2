import type { LoginRequest } from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
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
