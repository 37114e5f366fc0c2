import {
  AuditResponse,
  Done,
  LoginRequest,
  LoginResponse,
  Me,
  PasswordChanged,
  RequestResetRequest,
  User,
  UsersResponse,
} from '@vehicle-control/protocol'
import { AuditQuery } from '../people/audit.ts'
import { ChangeBody, ResetBody } from '../auth/passwords.ts'
import { CreateBody, UpdateBody, UsersQuery } from '../people/users.ts'
import type { Call } from './call.ts'

export const peopleCalls = {
  'POST /api/auth/login': {
    summary: 'Open a session; also sets the cookie for exports and photos',
    body: LoginRequest,
    example: { email: 'ana@example.co', password: 'blue tractor' },
    answer: LoginResponse,
    errors: ['invalid_credentials', 'rate_limited'],
  },
  'POST /api/auth/logout': { summary: 'End this session', answer: Done },
  'GET /api/auth/me': { summary: 'Who this session is', answer: Me },
  'POST /api/auth/request-reset': {
    summary: 'Send a reset token; answers the same whether the account exists or not',
    body: RequestResetRequest,
    example: { email: 'ana@example.co' },
    answer: Done,
    errors: ['rate_limited'],
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a password by a reset token; every session of the account ends, a new one opens',
    body: ResetBody,
    example: { token: 'reset-token', newPassword: 'green tractor' },
    answer: PasswordChanged,
    errors: ['rate_limited'],
  },
  'POST /api/auth/change-password': {
    summary: 'Set the own password; every session ends, a new one opens',
    body: ChangeBody,
    example: { currentPassword: 'blue tractor', newPassword: 'green tractor' },
    answer: PasswordChanged,
    errors: ['rate_limited'],
  },
  'GET /api/users': { summary: 'Accounts, by email', query: UsersQuery, answer: UsersResponse },
  'POST /api/users': {
    summary: 'Add an account; kiosk makes it look-only, for a wall screen',
    body: CreateBody,
    example: { email: 'luis@example.co', name: 'Luis', password: 'red tractor', role: 'operator' },
    status: 201,
    answer: User,
    errors: ['duplicate', 'rate_limited'],
  },
  'PATCH /api/users/:id': {
    summary: 'Change an account; what is left out stays',
    body: UpdateBody,
    example: { name: 'Ana María' },
    answer: User,
    errors: ['rate_limited'],
  },
  'GET /api/audit': {
    summary: 'Who did what to what, newest first',
    query: AuditQuery,
    answer: AuditResponse,
  },
} satisfies Record<string, Call>
