import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isOwnOrigin } from './origin.ts'

const ask = (host: string, origin?: string) =>
  // No more of a request is looked at.
  isOwnOrigin({ headers: { host, origin } } as unknown as IncomingMessage, 'https://control.co')

test('takes programs, which have no origin', () => {
  expect(ask('hub:8080')).toBe(true)
})

test('takes the page that this host served, on whatever port', () => {
  expect(ask('hub:8080', 'http://hub:8080')).toBe(true)
  expect(ask('hub:443', 'https://hub')).toBe(true)
  expect(ask('[::1]:8080', 'http://[::1]:8080')).toBe(true)
})

test('takes the public address behind a proxy that changes the host', () => {
  expect(ask('10.0.0.5:8080', 'https://control.co')).toBe(true)
})

test.each(['http://evil.co', 'http://hub:9999', 'http://hub.evil.co:8080', 'null', 'file://', ''])(
  'refuses the page of %s',
  (origin) => {
    expect(ask('hub:8080', origin)).toBe(false)
  },
)
