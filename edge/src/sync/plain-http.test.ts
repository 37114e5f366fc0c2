import { expect, it } from 'vitest'
import { isFarPlainHttp } from './plain-http.ts'

it.each([
  ['http://localhost:8080', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
  ['http://192.168.1.20', false],
  ['http://172.31.0.1', false],
  ['http://172.32.0.1', true],
  ['http://[fd00::5]', false],
  ['http://[2001:db8::5]', true],
  ['http://100.100.1.1', false],
  ['http://hub', false],
  ['http://hub.local', false],
  ['http://hub.example.org', true],
  ['http://203.0.113.7', true],
  ['https://hub.example.org', false],
])('%s is far and in clear: %s', (url, far) => {
  expect(isFarPlainHttp(new URL(url))).toBe(far)
})
