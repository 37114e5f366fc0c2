import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCertificate } from '../testing/own-certificate.ts'
import { loadConfig } from './config.ts'
import { fixedSettings } from './fixed-settings.ts'

const running = { version: '1.0.0', commit: 'abc1234', replicas: 2 }
let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hub-fixed-'))))
afterEach(() => rm(folder, { recursive: true }))

const byName = (env: NodeJS.ProcessEnv) => {
  const list = fixedSettings(loadConfig(env), running)
  return Object.fromEntries(list.map(({ name, value, by }) => [name, [value, by]]))
}

test('says what is set by which variable, and none of the secrets in any of them', () => {
  const { certFile, keyFile } = makeCertificate(folder, { name: 'DNS:hub.example' })
  const env = {
    HUB_TIMEZONE: 'America/Lima',
    HUB_RETENTION_DAYS: '400',
    HUB_TLS_CERT: certFile,
    HUB_TLS_KEY: keyFile,
    HUB_PUBLIC_URL: 'https://planted-user:planted-pass@hub.example/planted-path',
    HUB_HOSTS: 'hub.local,gates.local',
    HUB_TRUSTED_PROXIES: '10.0.0.1,fd00::/8',
    HUB_HOST: '::',
    HUB_PORT: '8443',
    HUB_BUS_URL: 'mqtts://planted-user:planted-pass@broker.example',
    DATABASE_URL:
      'postgres://planted-user:planted-pass@db.example:5433/gates?password=planted-option',
    HUB_DATA_DIR: folder,
    HUB_SMTP_URL: 'smtp://planted-user:planted-pass@mail.example?from=planted-from@site.example',
    HUB_TILES_MBTILES: '/srv/site.mbtiles',
    HUB_TILES_UPSTREAM: 'https://tiles.example/planted-path/{z}/{x}/{y}.png?key=planted-key',
    HUB_TILES_ATTRIBUTION: 'planted-attribution',
    HUB_CONTACT: 'planted-contact@site.example',
    HUB_REQUIRE_2FA: 'admin,superadmin',
    HUB_IDLE_MINUTES: '30',
    HUB_BACKUP_MAX_HOURS: '0',
    HUB_ADMIN_EMAIL: 'planted-admin@site.example',
    HUB_ADMIN_PASSWORD: 'planted-admin-password',
    HUB_AUDIT_KEY: 'planted-audit-key-of-32-characters',
    HUB_METRICS_TOKEN: 'planted-metrics-token',
    HUB_RESET_CONSOLE: '1',
    HUB_DEMO: 'account',
    HUB_SITE_NAME: 'planted-name',
    LOG_LEVEL: 'debug',
    HUB_SOMETHING_NEW: 'planted-new',
  }
  const said = byName(env)
  expect(said).toEqual({
    time_zone: ['America/Lima', 'HUB_TIMEZONE'],
    retention_days: [400, 'HUB_RETENTION_DAYS'],
    tls: [true, 'HUB_TLS_CERT, HUB_TLS_KEY'],
    public_url: ['https://hub.example', 'HUB_PUBLIC_URL'],
    hosts: ['hub.local, gates.local', 'HUB_HOSTS'],
    trusted_proxies: ['fd00::/8, 10.0.0.1', 'HUB_TRUSTED_PROXIES'],
    listen: ['[::]:8443', 'HUB_HOST, HUB_PORT'],
    bus: ['broker.example:8883', 'HUB_BUS_URL'],
    database: ['Postgres db.example:5433/gates', 'DATABASE_URL'],
    data_dir: [folder, 'HUB_DATA_DIR'],
    mailer: ['mail.example:587', 'HUB_SMTP_URL'],
    tiles: ['/srv/site.mbtiles, tiles.example', 'HUB_TILES_MBTILES, HUB_TILES_UPSTREAM'],
    second_factor_roles: ['admin, superadmin', 'HUB_REQUIRE_2FA'],
    idle_minutes: [30, 'HUB_IDLE_MINUTES'],
    backup_max_hours: [0, 'HUB_BACKUP_MAX_HOURS'],
    demo: ['account', 'HUB_DEMO'],
    log_level: ['debug', 'LOG_LEVEL'],
    version: ['1.0.0', null],
    commit: ['abc1234', null],
    replicas: [2, null],
  })
  const answer = JSON.stringify(said)
  expect(answer).not.toContain('planted')
  for (const file of [certFile, keyFile]) {
    expect(answer).not.toContain(readFileSync(file, 'utf8').split('\n')[1])
  }
})

test('says what holds where the environment sets nothing, or what is empty', () => {
  expect(byName({ HUB_SMTP_URL: '', HUB_HOSTS: '' })).toMatchObject({
    time_zone: ['America/Bogota', null],
    retention_days: [0, null],
    tls: [false, null],
    public_url: [null, null],
    hosts: [null, null],
    trusted_proxies: [null, null],
    listen: ['0.0.0.0:8080', null],
    bus: [null, null],
    database: ['SQLite', null],
    mailer: [null, null],
    demo: [null, null],
  })
})

test.each([
  ['postgres:///gates?host=/run/postgresql&password=x', 'Postgres local/gates'],
  ['postgres://db', 'Postgres db'],
])('names the database of %s', (DATABASE_URL, shown) => {
  expect(byName({ DATABASE_URL }).database).toEqual([shown, 'DATABASE_URL'])
})
