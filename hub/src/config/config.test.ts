import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError } from '@vehicle-control/protocol'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

test('starts from defaults, taking empty variables as unset', () => {
  expect(loadConfig({ HUB_PORT: '', HUB_ADMIN_EMAIL: '' })).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    dataDir: './data/hub',
    timeZone: 'America/Bogota',
    publicOrigin: null,
    demo: null,
    tls: null,
    smtp: null,
    retentionDays: 0,
    tiles: { mbtiles: null, upstream: null, needsContact: true, attribution: null },
  })
})

test('takes any free port and the origin of the public URL', () => {
  const config = loadConfig({ HUB_PORT: '0', HUB_PUBLIC_URL: 'https://Hub.example/app/' })
  expect(config).toMatchObject({ port: 0, publicOrigin: 'https://hub.example' })
})

test('reads trusted proxies as addresses and ranges of both families', () => {
  const { trustedProxies } = loadConfig({
    HUB_TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16,fd00::/8',
  })
  expect(trustedProxies.check('192.168.7.7')).toBe(true)
  expect(trustedProxies.check('fd12::1', 'ipv6')).toBe(true)
  expect(trustedProxies.check('10.0.0.2')).toBe(false)
})

test.each([
  [{ HUB_PORT: '70000' }, 'HUB_PORT="70000"'],
  [{ HUB_TIMEZONE: 'Bogota' }, 'HUB_TIMEZONE="Bogota"'],
  [{ HUB_TRUSTED_PROXIES: '10.0.0.0/33' }, 'HUB_TRUSTED_PROXIES'],
  [{ HUB_DEMO: 'yes' }, 'HUB_DEMO="yes"'],
  [{ HUB_TLS_CERT: '/nowhere.pem' }, 'HUB_TLS_KEY'],
  [{ HUB_TLS_CERT: '/nowhere.pem', HUB_TLS_KEY: '/nowhere.pem' }, 'HUB_TLS_CERT="/nowhere.pem"'],
  [{ HUB_ADMIN_EMAIL: 'a@b.co' }, 'HUB_ADMIN_PASSWORD'],
  [{ HUB_ADMIN_PASSWORD: 'secret-1' }, 'HUB_ADMIN_EMAIL'],
  [
    { DATABASE_URL: 'mysql://u:hunter2@x' },
    'DATABASE_URL no es una URL de Postgres; escríbala como',
  ],
  [{ HUB_BACKUP_MAX_HOURS: '2d' }, 'HUB_BACKUP_MAX_HOURS="2d"'],
  [{ HUB_RETENTION_DAYS: '1.5' }, 'HUB_RETENTION_DAYS="1.5"'],
  [{ HUB_RETENTION_DAYS: '-1' }, 'HUB_RETENTION_DAYS="-1"'],
  [{ HUB_SMTP_URL: 'mail.example:25' }, 'HUB_SMTP_URL no es una URL smtp:// o smtps://'],
  [{ HUB_SMTP_URL: 'smtp://mail.example/x' }, 'HUB_SMTP_URL lleva algo después del servidor'],
  [{ HUB_SMTP_URL: 'smtp://mail.example?pool=1' }, 'HUB_SMTP_URL lleva un parámetro'],
  [{ HUB_SMTP_URL: 'smtp://mail.example?from=a@b.co&tls=on' }, 'HUB_SMTP_URL lleva un «tls»'],
  [{ HUB_SMTP_URL: 'smtps://mail.example?from=a@b.co&tls=off' }, 'HUB_SMTP_URL es smtps'],
  [{ HUB_SMTP_URL: 'smtp://a@b.co@mail.example' }, 'HUB_SMTP_URL lleva usuario o clave'],
  [{ HUB_SMTP_URL: 'smtp://a:50%@mail.example' }, 'HUB_SMTP_URL lleva un % suelto'],
  [{ HUB_SMTP_URL: 'smtp://mail.example' }, 'HUB_SMTP_URL no dice de qué dirección'],
  [
    { HUB_SMTP_URL: 'smtp://mail.example?from=a@b.co,c@d.co' },
    'HUB_SMTP_URL no dice de qué dirección',
  ],
  [{ HUB_BUS_URL: 'redis://u:hunter2@x' }, 'HUB_BUS_URL no es un broker'],
  [{ HUB_BUS_URL: 'mqtt://u:hunter2@x/topic' }, 'HUB_BUS_URL no es un broker'],
  [{ HUB_BUS_URL: 'mqtt://u:100%@x' }, 'HUB_BUS_URL no es un broker'],
  [{ HUB_BUS_URL: 'mqtt://u:hunter2@x' }, 'HUB_BUS_URL está y DATABASE_URL falta'],
  [{ HUB_BUS_URL: 'mqtt://' }, 'HUB_BUS_URL no es un broker'],
  [
    { HUB_BUS_URL: 'mqtt://x', DATABASE_URL: 'postgres://x/y' },
    'HUB_AUDIT_KEY falta y HUB_BUS_URL está',
  ],
  [{ HUB_TILES_UPSTREAM: 'tiles.example' }, 'HUB_TILES_UPSTREAM no es una URL http(s)'],
  [{ HUB_TILES_UPSTREAM: 'file:///{z}/{x}/{y}' }, 'HUB_TILES_UPSTREAM no es una URL http(s)'],
  [{ HUB_TILES_UPSTREAM: 'https://x.co/{z}/{x}' }, 'HUB_TILES_UPSTREAM no lleva {z}, {x} y {y}'],
  [
    { HUB_TILES_UPSTREAM: 'https://{s}.x.co/{z}/{x}/{y}.png' },
    'HUB_TILES_UPSTREAM no lleva {z}, {x} y {y}',
  ],
  [{ HUB_TILES_UPSTREAM: 'https://a:b@x.co/{z}/{x}/{y}' }, 'HUB_TILES_UPSTREAM lleva usuario'],
  [{ HUB_TILES_UPSTREAM: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }, 'HUB_CONTACT falta'],
  [{ HUB_CONTACT: 'call us' }, 'HUB_CONTACT="call us" no es un correo ni'],
  [{ HUB_CONTACT: 'a@b.co)\r\nx: y' }, 'HUB_CONTACT='],
  [{ HUB_CONTACT: 'ñ@b.co' }, 'HUB_CONTACT='],
])('refuses %o in one line that names the variable', (env, start) => {
  const load = () => loadConfig(env)
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(new RegExp(`^${start.replace(/[.(){}]/g, '\\$&')}[^\\n]*$`))
})

test('refuses files that are no certificate and key, in one line', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'hub-tls-')), 'x.pem')
  await writeFile(file, 'nonsense')
  const load = () => loadConfig({ HUB_TLS_CERT: file, HUB_TLS_KEY: file })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(/^HUB_TLS_CERT="[^"]+" y HUB_TLS_KEY="[^"]+" no son [^\n]+$/)
  await rm(dirname(file), { recursive: true })
})

test.each([
  [
    'smtp://hub%40site.co:p%3A%20w@mail.site.co',
    {
      host: 'mail.site.co',
      port: 587,
      secure: false,
      tls: true,
      auth: { user: 'hub@site.co', pass: 'p: w' },
      from: 'hub@site.co',
    },
  ],
  [
    'smtps://relay:secret@mail.site.co?from=gate@site.co',
    {
      host: 'mail.site.co',
      port: 465,
      secure: true,
      tls: true,
      auth: { user: 'relay', pass: 'secret' },
      from: 'gate@site.co',
    },
  ],
  [
    'smtp://[::1]:2525/?from=gate@site.co',
    { host: '::1', port: 2525, secure: false, tls: false, auth: null, from: 'gate@site.co' },
  ],
  [
    'smtp://192.168.1.5?from=gate@site.co&tls=off',
    { host: '192.168.1.5', port: 587, secure: false, tls: false, auth: null, from: 'gate@site.co' },
  ],
])('reads %s as a mail server and the sender', (url, smtp) => {
  expect(loadConfig({ HUB_SMTP_URL: url }).smtp).toEqual(smtp)
})

test.each([
  ['mqtt://broker.example', { protocol: 'mqtt', host: 'broker.example', port: 1883 }],
  ['mqtts://[::1]/', { protocol: 'mqtts', host: '::1', port: 8883 }],
  [
    'mqtt://hub:p%40ss@10.0.0.5:2883',
    { protocol: 'mqtt', host: '10.0.0.5', port: 2883, username: 'hub', password: 'p@ss' },
  ],
])('reads the broker %s', (url, address) => {
  const shared = { DATABASE_URL: 'postgres://x', HUB_AUDIT_KEY: 'k'.repeat(44) }
  expect(loadConfig({ ...shared, HUB_BUS_URL: url }).bus).toEqual(address)
})

test.each([
  [{ HUB_CONTACT: 'it@site.example' }, 'tile.openstreetmap.org', 'it@site.example'],
  [{ HUB_CONTACT: 'https://site.example/it' }, 'tile.openstreetmap.org', 'https://site.example/it'],
  // A demo that nobody else can reach is an application, and no server for others.
  [{ HUB_DEMO: '1', HUB_HOST: '127.0.0.1' }, 'tile.openstreetmap.org', null],
  [{ HUB_TILES_UPSTREAM: 'https://x.co/a/{z}/{y}/{x}?key=1' }, 'x.co', null],
  [{ HUB_TILES_MBTILES: '/x', HUB_TILES_UPSTREAM: 'https://x.co/{z}/{x}/{y}' }, 'x.co', null],
])('%o asks a tile server', (env, host, contact) => {
  const { upstream, needsContact } = loadConfig(env).tiles
  expect(new URL(upstream?.template ?? '').host).toBe(host)
  expect([upstream?.contact, needsContact]).toEqual([contact, false])
})

test.each([
  { HUB_TILES_UPSTREAM: '' },
  { HUB_TILES_UPSTREAM: 'off', HUB_CONTACT: 'it@site.example' },
  { HUB_TILES_MBTILES: '/x', HUB_CONTACT: 'it@site.example' },
])('%o asks no tile server', (env) => {
  expect(loadConfig(env).tiles).toMatchObject({ upstream: null, needsContact: false })
})

test('never prints a password or the credentials of a URL', () => {
  for (const url of ['smtp://u:hunter2@x', 'smtp://u:hun#ter2@x', 'smtp://u@x?hunter2=1']) {
    expect(() => loadConfig({ HUB_SMTP_URL: url })).toThrow(/^HUB_SMTP_URL (?!.*hun)/)
  }
  expect(() => loadConfig({ HUB_ADMIN_PASSWORD: 'abc' })).not.toThrow(/abc/)
  expect(() => loadConfig({ DATABASE_URL: 'mysql://u:hunter2@x' })).not.toThrow(/hunter2/)
  expect(() => loadConfig({ HUB_BUS_URL: 'http://u:hunter2@x' })).not.toThrow(/hunter2/)
  const HUB_TILES_UPSTREAM = 'https://x.co/{z}/{x}/{w}?key=hunter2'
  expect(() => loadConfig({ HUB_TILES_UPSTREAM })).toThrow(/^HUB_TILES_UPSTREAM (?!.*hunter2)/)
})

test('offers a known password to this machine only', () => {
  expect(() => loadConfig({ HUB_DEMO: '1' })).toThrow(ConfigError)
  expect(() => loadConfig({ HUB_DEMO: '1', HUB_HOST: '127.0.0.1' })).not.toThrow()
  expect(() => loadConfig({ HUB_DEMO: '1', HUB_ADMIN_PASSWORD: 'secret-1' })).not.toThrow()
  const local = { HUB_DEMO: '1', HUB_HOST: '127.0.0.1' }
  expect(loadConfig(local)).toMatchObject({ demoLogin: true, demo: 'history' })
  const account = loadConfig({ ...local, HUB_DEMO: 'account' })
  expect(account).toMatchObject({ demoLogin: true, demo: 'account' })
  expect(() => loadConfig({ HUB_DEMO: 'account' })).toThrow(/^HUB_DEMO=account ofrecería/)
  for (const proxy of [
    { HUB_TRUSTED_PROXIES: '127.0.0.1' },
    { HUB_PUBLIC_URL: 'https://hub.example' },
  ]) {
    expect(() => loadConfig({ ...local, ...proxy })).toThrow(/^HUB_DEMO=1 .*HUB_ADMIN_PASSWORD/)
    const told = loadConfig({ ...local, ...proxy, HUB_ADMIN_PASSWORD: 'secret-1' })
    expect(told.demoLogin).toBe(false)
  }
})

test.each([
  [undefined, null],
  ['', null],
  ['  ', null],
  [' Patio Norte ', 'Patio Norte'],
])('takes the site name «%s» for %s', (HUB_SITE_NAME, name) => {
  expect(loadConfig({ HUB_SITE_NAME }).siteName).toBe(name)
})

test('refuses a site name that no document has room for', () => {
  expect(() => loadConfig({ HUB_SITE_NAME: 'n'.repeat(81) })).toThrow(/HUB_SITE_NAME/)
})
