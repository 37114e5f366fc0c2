import SqliteDatabase from 'better-sqlite3'
import { Hono } from 'hono'
import { DatabaseError } from 'pg'
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

test.each([
  [
    'GET',
    new SqliteDatabase.SqliteError('disk I/O error', 'SQLITE_IOERR_READ'),
    503,
    'database_away',
    'La base de datos del hub no responde: no hay datos. Intenta de nuevo en un momento; si sigue igual, avisa a quien administra el hub',
  ],
  [
    'POST',
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    503,
    'database_away',
    'La base de datos del hub no responde: no se guardó. Intenta de nuevo en un momento; si sigue igual, avisa a quien administra el hub',
  ],
  [
    'POST',
    new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL'),
    507,
    'disk_full',
    'El disco del hub está lleno: no se guardó. Libera espacio en él, o avisa a quien administra el hub, e intenta de nuevo',
  ],
  [
    'PATCH',
    Object.assign(new DatabaseError('could not extend file', 1, 'error'), { code: '53100' }),
    507,
    'disk_full',
    'El disco de la base de datos está lleno: no se guardó. Libera espacio en él, o avisa a quien administra el hub, e intenta de nuevo',
  ],
])(
  'names the cause and the fix of a %s that failed with %s',
  async (method, error, ...expected) => {
    const heard: unknown[] = []
    const app = new Hono<ApiEnv>()
    app.onError(createErrorHandler(silent, (fault) => heard.push(fault)))
    app.on(method, '/', () => {
      throw error
    })
    const answer = await app.request('/', { method })
    const body = (await answer.json()) as { error: string; message: string }
    expect([answer.status, body.error, body.message]).toEqual(expected)
    expect(heard).toEqual([error])
  },
)
