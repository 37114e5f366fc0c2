import { expect, it } from 'vitest'
import { formatAgentKey } from '@vehicle-control/protocol/agent-key'
import { newToken } from '../auth/tokens.ts'
import { createHideSecrets } from './hide-secrets.ts'

const COMMIT = 'ab12'.repeat(10)
const hide = createHideSecrets({ secrets: ['Blue "Tractor" 9', 'abc'], known: [COMMIT] })

it.each([
  ['a known one', 'login with Blue "Tractor" 9 failed', 'login with *** failed'],
  ['one in a URL', 'GET /?p=Blue%20%22Tractor%22%209', 'GET /?p=***'],
  ['one in JSON', '{"p":"Blue \\"Tractor\\" 9"}', '{"p":"***"}'],
  ['one in base64', `AUTH ${btoa('Blue "Tractor" 9')}`, 'AUTH ***'],
  ['credentials', 'at mqtt://hub:p@ss@broker:1883/x', 'at mqtt://***@broker:1883/x'],
  ['an agent’s key', formatAgentKey({ id: 'a'.repeat(12), secret: 'b'.repeat(64) }), '***'],
  [
    'no name of a metric',
    'nodejs_eventloop_lag_p50_seconds 0.01',
    'nodejs_eventloop_lag_p50_seconds 0.01',
  ],
  ['a token', `session ${newToken()} ended`, 'session *** ended'],
  ['a bearer', 'Authorization: Bearer abc.def-1', 'Authorization: *** ***'],
  ['a basic', 'sent basic dXNlcjpwYXNz=', 'sent basic ***'],
  ['a cookie', 'Cookie: vc_session=abcdefg; other=1', 'Cookie: ***'],
  ['a field', 'password=hunter2, user=ana', 'password=***, user=ana'],
  [
    'a field in quotes',
    '"newPassword": "blue \\"one\\" tractor", "x": 1',
    '"newPassword": ***, "x": 1',
  ],
  [
    'a field in a text',
    '{\\"token\\":\\"blue tractor\\",\\"x\\":1}',
    '{\\"token\\":***,\\"x\\":1}',
  ],
  ['one that was cut off', 'apiKey: "blue tract', 'apiKey: ***'],
  ['an option', 'psql --password hunter2 -h db', 'psql --password *** -h db'],
  ['a private key', 'x -----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY----- y', 'x *** y'],
  [
    'a second factor',
    'otpauth://totp/ana?secret=JBSWY3DP&issuer=x',
    'otpauth://totp/ana?secret=***&issuer=x',
  ],
  ['an e-mail', 'mailed ana.maría@site.example twice', 'mailed a***@site.example twice'],
])('hides %s', (_, text, hidden) => expect(hide.text(text)).toBe(hidden))

it.each([
  'reads of KLM482 by tag E28011700000020A1B2C3D4E at gate-1',
  `version 1.0.0 of ${COMMIT}`,
  'replica 0b8f1b0e-6f4d-4c56-9c59-9d2a0d8a6a55 is dead',
  'at file:///opt/vehicle-control/hub/dist/store/sqlite/transaction.js:41:12',
  'http://hub.example:8080/api/agents/gate-1?from=2026-01-01T00:00:00Z',
])('leaves «%s»', (text) => expect(hide.text(text)).toBe(text))

it('hides what a field’s name says is secret, however deep, and keeps the rest', () => {
  const value = {
    level: 30,
    ok: null,
    hasPassword: true,
    req: { headers: [{ authorization: 'x' }, { 'set-cookie': ['a=b'] }], apiKey: 7 },
    'ana@test.co': { newPassword: { any: 'thing' } },
    msg: 'by ana@test.co',
  }
  expect(hide.value(value)).toEqual({
    level: 30,
    ok: null,
    hasPassword: true,
    req: { headers: [{ authorization: '***' }, { 'set-cookie': '***' }], apiKey: '***' },
    'a***@test.co': { newPassword: '***' },
    msg: 'by a***@test.co',
  })
})

it('takes a time that grows with the text, whatever is in it', () => {
  const start = performance.now()
  for (const part of [
    'a',
    'a:',
    'a://',
    'a@',
    'password=',
    'password="',
    '--token ',
    'x\\"',
    '-----BEGIN PRIVATE KEY-----',
    'token: \\"',
  ])
    hide.text(part.repeat((64 * 1024) / part.length))
  expect(performance.now() - start).toBeLessThan(5000)
})
