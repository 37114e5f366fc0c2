import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../testing/own-certificate.ts'
import { ServedCertificate } from './served-certificate.ts'

const DAY_MS = 86_400_000
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'hub-cert-'))))
afterAll(() => rmSync(folder, { recursive: true }))

it('a certificate wants a person three weeks before its end, and now one week before', () => {
  const { cert } = makeCertificate(folder, { name: 'DNS:hub.example,IP:127.0.0.1' })
  const endsAt = Date.parse(new X509Certificate(cert).validTo)
  const certificate = new ServedCertificate(cert)
  const at = (daysLeft: number) => certificate.state(endsAt - daysLeft * DAY_MS)
  expect(at(21)).toEqual({
    level: 'ok',
    ends_at: new Date(endsAt).toISOString(),
    names: ['hub.example', '127.0.0.1'],
  })
  expect([20.9, 7, 6.9, -1].map((days) => at(days).level)).toEqual(['warn', 'warn', 'bad', 'bad'])
})
