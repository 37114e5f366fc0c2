import { expect, it } from 'vitest'
import { hubLink } from './plain-http.ts'

it.each([
  ['http://localhost:8080', 'safe', 'safe'],
  ['http://[::1]:8080', 'safe', 'safe'],
  ['https://hub.example.org', 'safe', 'safe'],
  ['http://192.168.1.20', 'cleartext', 'chosen'],
  ['http://172.31.0.1', 'cleartext', 'chosen'],
  ['http://172.32.0.1', 'cleartext', 'chosen-far'],
  ['http://[fd00::5]', 'cleartext', 'chosen'],
  ['http://[2001:db8::5]', 'cleartext', 'chosen-far'],
  ['http://100.100.1.1', 'cleartext', 'chosen'],
  ['http://hub', 'cleartext', 'chosen'],
  ['http://hub.local', 'cleartext', 'chosen'],
  ['http://hub.example.org', 'cleartext', 'chosen-far'],
  ['http://203.0.113.7', 'cleartext', 'chosen-far'],
])('%s is %s, and with EDGE_ALLOW_HTTP %s', (url, alone, allowed) => {
  const hubUrl = new URL(url)
  expect(hubLink({ hubUrl, allowHttp: false })).toBe(alone)
  expect(hubLink({ hubUrl, allowHttp: true })).toBe(allowed)
})
