import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { makeCertificate, type OwnCertificate } from '../../testing/own-certificate.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { openStore } from '../open-store.ts'

let folder: string
let server: PostgresServer
let own: OwnCertificate
let foreign: OwnCertificate
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  const folderOf = (name: string) => mkdtempSync(join(folder, name))
  own = makeCertificate(folderOf('own'), { name: 'IP:127.0.0.1' })
  foreign = makeCertificate(folderOf('foreign'), { name: 'IP:127.0.0.1' })
  server = await startPostgres({ tls: own })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** As the roles of deploy/ansible name the database to the other hubs. */
const open = ({ certFile }: OwnCertificate) => {
  const DATABASE_URL = `${server.url}?sslmode=verify-full&sslrootcert=${certFile}`
  return openStore(loadConfig({ DATABASE_URL, HUB_DATA_DIR: folder }))
}

test('a hub talks by TLS to the Postgres whose own certificate it was given', async () => {
  const store = await open(own)
  try {
    const asked = sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    expect((await asked.execute(store.db)).rows).toEqual([{ ssl: true }])
  } finally {
    await store.close()
  }
})

test('it sends no password to one that shows another', async () => {
  await expect(open(foreign)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})
