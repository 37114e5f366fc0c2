import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCertificate } from '../testing/own-certificate.ts'
import { loadConfig } from './config.ts'
import { secretValues } from './secret-values.ts'

test('names each secret of each variable, as it is given and as it is used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-secrets-'))
  const { certFile, keyFile } = makeCertificate(folder, { name: 'DNS:hub.example' })
  const config = loadConfig({
    HUB_TLS_CERT: certFile,
    HUB_TLS_KEY: keyFile,
    HUB_BUS_URL: 'mqtts://hub:bus%20pass@broker.example',
    DATABASE_URL:
      'postgres://hub:db%20pass@db.example/gates?sslmode=require&sslpassword=of-the-key',
    HUB_SMTP_URL: 'smtp://hub:mail-pass@mail.example?from=hub@site.example',
    HUB_TILES_UPSTREAM:
      'https://tiles.example/styles/of-the-path-0001/{z}/{x}/{y}.png?key=short&style=streets',
    HUB_ADMIN_EMAIL: 'ana@site.example',
    HUB_ADMIN_PASSWORD: 'admin-pass',
    HUB_AUDIT_KEY: 'audit-key-of-at-least-32-characters',
    HUB_METRICS_TOKEN: 'metrics-token-0001',
  })
  expect(new Set(secretValues(config))).toEqual(
    new Set([
      'admin-pass',
      'audit-key-of-at-least-32-characters',
      'metrics-token-0001',
      'mail-pass',
      'hub:mail-pass',
      '\0hub\0mail-pass',
      'bus pass',
      'db%20pass',
      'db pass',
      'of-the-key',
      'short',
      'of-the-path-0001',
      readFileSync(keyFile, 'utf8'),
    ]),
  )
  rmSync(folder, { recursive: true })
  expect(secretValues(loadConfig({}))).toEqual([])
})
