import { expect, it } from 'vitest'
import { hubLink } from './plain-http.ts'

it.each([
  ['http://localhost:8080', 'safe', 'safe'],
  ['http://[::1]:8080', 'safe', 'safe'],
  ['https://hub.example.org', 'safe', 'safe'],
  ['http://192.168.1.20', 'cleartext', 'allowed'],
  ['http://172.31.0.1', 'cleartext', 'allowed'],
  ['http://172.32.0.1', 'cleartext', 'allowed-public'],
  ['http://[fd00::5]', 'cleartext', 'allowed'],
  ['http://[2001:db8::5]', 'cleartext', 'allowed-public'],
  ['http://100.100.1.1', 'cleartext', 'allowed'],
  ['http://hub', 'cleartext', 'allowed'],
  ['http://hub.local', 'cleartext', 'allowed'],
  ['http://hub.example.org', 'cleartext', 'allowed-public'],
  ['http://203.0.113.7', 'cleartext', 'allowed-public'],
])('%s is %s, and with EDGE_ALLOW_HTTP %s', (url, alone, allowed) => {
  const hubUrl = new URL(url)
  expect(hubLink({ hubUrl, allowHttp: false })).toBe(alone)
  expect(hubLink({ hubUrl, allowHttp: true })).toBe(allowed)
})
