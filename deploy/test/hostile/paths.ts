import { answerFaults } from './answer-faults.ts'
import type { Chance } from './chance.ts'
import { answersIn, sendRaw } from './raw-http.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

/** What is asked, and how many answers it may get: a second one was smuggled in. */
interface RawRequest {
  bytes: string
  answers: number
}

const FILES = [
  'etc/passwd',
  'package.json',
  'hub.db',
  'hub.key',
  'hub/dist/main.js',
  'proc/self/environ',
]
const STEPS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '..;/',
  '%252e%252e%252f',
  '.../',
  '..%c0%af',
  '..%00/',
  '//',
]
const STARTS = [
  '/',
  '/assets/',
  '/api/photos/',
  '/api/tiles/',
  '/api/../',
  '/.pages/',
  '/socket.io/',
  '//',
]
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PUT', 'PURGE', 'get', 'G\u00c9T']
const EVIL = 'evil.example'

/** Attacks below what clients let one say: paths, methods, heads and bodies of raw HTTP. */
export async function openPaths(target: Target) {
  const { host } = new URL(target.url)
  const token = await target.tokenOf('clerk')
  const close = 'Connection: close\r\n'
  const own = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`

  const makers: ((chance: Chance) => RawRequest)[] = [
    (chance) => {
      const path = `${chance.pick(STARTS)}${chance.pick(STEPS).repeat(1 + chance.below(8))}${chance.pick(FILES)}`
      return { bytes: `GET ${path} HTTP/1.1\r\n${own}${close}\r\n`, answers: 1 }
    },
    (chance) => {
      const path = chance.pick([
        `http://${EVIL}/api/auth/me`,
        '*',
        'api/auth/me',
        `//${EVIL}/..`,
        '/api//auth/me',
        '/%',
        '/api/auth/me%0d%0aX-Injected:1',
        `/login?next=//${EVIL}`,
        '/login/..%2f',
        '/?%ff',
        `/\\${EVIL}`,
        `/${EVIL}/%2e%2e`,
        `https:/${EVIL}`,
      ])
      return { bytes: `${chance.pick(METHODS)} ${path} HTTP/1.1\r\n${own}${close}\r\n`, answers: 1 }
    },
    (chance) => {
      const name = chance.pick([
        EVIL,
        '',
        `${host}@${EVIL}`,
        `${host}\r\nHost: ${EVIL}`,
        `${EVIL}:0`,
        '[::1',
        'localhost.',
        '0x7f.1',
        `${EVIL}/x`,
        'a b',
      ])
      const forwarded = `X-Forwarded-Host: ${EVIL}\r\nForwarded: host=${EVIL}\r\nX-Original-URL: /api/users\r\n`
      const path = chance.pick(['/', '/login', '/api/public-config', '/api/openapi.json'])
      return {
        bytes: `GET ${path} HTTP/1.1\r\nHost: ${name}\r\n${forwarded}${close}\r\n`,
        answers: 1,
      }
    },
    (chance) => {
      const smuggled = `GET /api/users HTTP/1.1\r\n${own}${close}\r\n`
      const length = Buffer.byteLength(smuggled)
      const lengths = chance.pick([
        `Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`,
        `Content-Length: ${length}\r\nContent-Length: 0\r\n`,
        `Transfer-Encoding: xchunked\r\n`,
        `Transfer-Encoding : chunked\r\nContent-Length: 0\r\n`,
        `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`,
        `Transfer-Encoding:\x0bchunked\r\n`,
        `Content-Length: +0\r\n`,
        `Content-Length: 0x0\r\n`,
        `Content-Length: -1\r\n`,
        `X: y\r\n Content-Length: ${length}\r\n`,
        `X: y\nContent-Length: 0\r\n`,
      ])
      const head = `POST /api/auth/logout-of-nobody HTTP/1.1\r\n${own}${lengths}`
      return { bytes: `${head}\r\n0\r\n\r\n${smuggled}`, answers: 1 }
    },
    (chance) => {
      const odd = chance.pick([
        `X-Long: ${'x'.repeat(9000)}\r\n`,
        Array.from({ length: 2100 }, (_, i) => `X-${i}: 1\r\n`).join(''),
        'X\x00: 1\r\n',
        ': 1\r\n',
        'X-Fold: a\r\n\tb\r\n',
        'Expect: 200-nothing\r\n',
        'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
        'X-Bare: a\rb\r\n',
        'Cookie: vc_session=a; vc_session=b; \x01\r\n',
        'Content-Encoding: gzip\r\nContent-Length: 4\r\nContent-Type: application/json\r\n',
      ])
      return { bytes: `GET /api/auth/me HTTP/1.1\r\n${own}${odd}${close}\r\n`, answers: 1 }
    },
    (chance) => {
      const asked = 2 + chance.below(6)
      const one = `GET /api/auth/me HTTP/1.1\r\n${own}\r\n`
      const last = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`
      return { bytes: one.repeat(asked - 1) + last, answers: asked }
    },
    (chance) => {
      const name = chance.pick([
        'x%0d%0aX-Injected:%201',
        'x%0aSet-Cookie:%20a=b',
        '%22;filename=y.html',
        '%E2%80%A8',
      ])
      const path = `/api/vehicles/export/csv?q=${name}&sort=${name}&filename=${name}&name=${name}`
      return { bytes: `GET ${path} HTTP/1.1\r\n${own}${close}\r\n`, answers: 1 }
    },
    (chance) => {
      const path = chance.pick(['/api/auth/me', '/api/vehicles', '/', '/api/auth/login'])
      const asks =
        'Access-Control-Request-Method: DELETE\r\nAccess-Control-Request-Headers: authorization\r\n'
      const method = chance.pick(['OPTIONS', 'GET'])
      const head = `${method} ${path} HTTP/1.1\r\n${own}Origin: http://${EVIL}\r\n${asks}${close}\r\n`
      return { bytes: head, answers: 1 }
    },
    (chance) => {
      const path = chance.pick([
        '/socket.io/?EIO=4&transport=websocket',
        '/socket.io/?EIO=4&transport=polling',
        '/x',
        '/socket.io/../api/agent/sync',
      ])
      const upgrade =
        'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n'
      const origin = chance.pick([
        `http://${EVIL}`,
        'null',
        `http://${host}.${EVIL}`,
        'file://',
        `http://${EVIL}#${host}`,
      ])
      return {
        bytes: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${upgrade}\r\n`,
        answers: 1,
      }
    },
  ]

  return async function attackPath(chance: Chance, tally: Attempt): Promise<void> {
    const { bytes, answers } = chance.pick(makers)(chance)
    const said = await sendRaw(target.url, bytes)
    const given = answersIn(said)
    for (const answer of given) {
      tally.count(answer.status === 0 ? 'no HTTP' : answer.status)
      const head = bytes.slice(0, 300).replaceAll(token ?? '', '…')
      // Node itself answers what is no request, in a form of its own.
      for (const fault of answerFaults('', answer, target.secrets)) tally.fault(`${fault}: ${head}`)
      if (answer.status === 101) tally.fault(`a socket was opened: ${head}`)
      if (answer.body.includes(`//${EVIL}`)) tally.fault(`the answer leads elsewhere: ${head}`)
    }
    if (given.length === 0) tally.count('closed')
    // A head that is refused ends its connection, with what would have come after it.
    const isRefused = given.length < answers && given.some(({ status }) => status >= 400)
    if (given.length !== answers && !isRefused && given.length > 0)
      tally.fault(`${given.length} answers instead of ${answers}: ${bytes.slice(0, 300)}`)
  }
}
