import { expect, it } from 'vitest'
import { isCleartext, isLoopback } from './plain-http.ts'

it.each([
  ['http://localhost:8080', false],
  ['http://hub.localhost', false],
  ['http://127.0.0.1:8080', false],
  ['http://127.1', false],
  ['http://[::1]:8080', false],
  ['http://[::ffff:127.0.0.1]', false],
  ['https://hub.example.org', false],
  ['https://192.168.1.20', false],
  ['http://192.168.1.20', true],
  ['http://[fd00::5]', true],
  ['http://hub', true],
  ['http://hub.local', true],
  ['http://localhost.example.org', true],
  ['http://127.0.0.1.example.org', true],
  ['http://203.0.113.7', true],
])('%s is read by others on the way: %s', (url, is) => {
  expect(isCleartext(new URL(url))).toBe(is)
})

it.each([
  ['http://127.0.0.1:8080', true],
  ['https://localhost', true],
  ['https://hub.example.org', false],
  ['http://192.168.1.20:8080', false],
])('%s is reached by this machine alone: %s', (url, is) => {
  expect(isLoopback(new URL(url))).toBe(is)
})
