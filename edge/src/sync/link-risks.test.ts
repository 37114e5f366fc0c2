import { expect, it } from 'vitest'
import { linkRisks } from './link-risks.ts'

const names = (url: string, allowHttp: boolean, env = {}) =>
  linkRisks({ hubUrl: new URL(url), allowHttp }, env).map((risk) => /^\w+(=\d)?/.exec(risk)?.[0])

it('are said by the name of the variable that mends them, and only where there are any', () => {
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(names('https://hub.example', false)).toEqual([])
  expect(names('http://127.0.0.1:8080', false, off)).toEqual([])
  expect(names('http://192.168.1.20', false)).toEqual(['EDGE_HUB_URL'])
  expect(names('http://192.168.1.20', true)).toEqual([])
  expect(names('http://hub.example', true)).toEqual(['EDGE_ALLOW_HTTP=1'])
  expect(names('https://hub.example', false, off)).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED=0'])
})
