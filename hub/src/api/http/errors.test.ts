import SqliteDatabase from 'better-sqlite3'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { silent } from '../../testing/test-hub.ts'
import type { ApiEnv } from './request-variables.ts'
import { createErrorHandler } from './errors.ts'

test('says that the database is locked, and when to come back', async () => {
  const app = new Hono<ApiEnv>()
  app.onError(createErrorHandler(silent))
  app.get('/', () => {
    throw new SqliteDatabase.SqliteError('database is locked', 'SQLITE_BUSY')
  })
  const answer = await app.request('/')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({
    error: 'internal',
    message: 'La base de datos no está disponible; intenta de nuevo',
  })
})
