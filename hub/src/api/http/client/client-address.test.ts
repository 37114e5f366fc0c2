import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { createClientAddresses } from './client-address.ts'

const trusted = new BlockList()
trusted.addSubnet('10.0.0.0', 8, 'ipv4')
trusted.addAddress('fd00::1', 'ipv6')
const behindProxies = { trusted, tls: false, publicOrigin: null }
const addresses = createClientAddresses(behindProxies)

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  // No more of a request is looked at.
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}
const from = (peer: string, forwarded: string) =>
  addresses.of(request(peer, { 'x-forwarded-for': forwarded }))

test('believes nobody but a trusted proxy', () => {
  expect(from('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(from('10.1.1.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(from('fd00::1', '2001:db8::7')).toBe('2001:db8::7')
})

test('takes the last hop that is not a trusted proxy, whatever the client wrote before it', () => {
  expect(from('10.1.1.1', '1.1.1.1, 198.51.100.1, 10.2.2.2')).toBe('198.51.100.1')
})

test('stops at what is no address', () => {
  expect(from('10.1.1.1', '198.51.100.1, unknown')).toBe('10.1.1.1')
  expect(from('10.1.1.1', '198.51.100.1, evil, 10.2.2.2')).toBe('10.2.2.2')
})

test('writes IPv4 as IPv4 on a socket of both families', () => {
  expect(from('::ffff:203.0.113.9', '')).toBe('203.0.113.9')
  expect(from('::ffff:10.1.1.1', '198.51.100.1')).toBe('198.51.100.1')
})

test('believes a trusted proxy, and only it, about TLS', () => {
  const headers = { 'x-forwarded-proto': 'https' }
  expect(addresses.isSecure(request('10.1.1.1', headers))).toBe(true)
  expect(addresses.isSecure(request('203.0.113.9', headers))).toBe(false)
  const withTls = createClientAddresses({ ...behindProxies, tls: true })
  expect(withTls.isSecure(request('203.0.113.9'))).toBe(true)
})
