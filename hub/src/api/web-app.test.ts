import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestHub, createTestHub } from '../testing/test-hub.ts'

let hub: TestHub
let webRoot: string
beforeEach(async () => {
  webRoot = join(await mkdtemp(join(tmpdir(), 'hub-static-')), 'dist')
  await mkdir(join(webRoot, 'assets'), { recursive: true })
  await writeFile(join(webRoot, '..', 'secret.txt'), 'secret')
  const page = '<link nonce="__CSP_NONCE__"><meta content="__CSP_NONCE__">'
  await writeFile(join(webRoot, 'index.html'), page)
  await writeFile(join(webRoot, 'favicon.svg'), '<svg/>')
  await writeFile(join(webRoot, 'assets', 'app-1.js'), 'plain')
  await writeFile(join(webRoot, 'assets', 'app-1.js.br'), 'brotli')
  await writeFile(join(webRoot, 'assets', 'app-1.js.gz'), 'gzip')
  hub = await createTestHub({ webRoot })
})
afterEach(async () => {
  await hub.close()
  await rm(join(webRoot, '..'), { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  hub.call('GET', path, { headers })

test('renders the page with a nonce of its own each time, the same as in its policy', async () => {
  const nonces = new Set<string>()
  for (const path of ['/', '/index.html', '/live-rfid', '/reset-password?token=a.b']) {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(await answer.text()).toBe(`<link nonce="${nonce}"><meta content="${nonce}">`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test('gives a path the page that the build made for it', async () => {
  await mkdir(join(webRoot, '.pages'))
  await writeFile(join(webRoot, '.pages', 'live-rfid.html'), 'live <meta content="__CSP_NONCE__">')
  const text = async (path: string) => (await get(path)).text()
  expect(await text('/live-rfid?x=1')).toMatch(/^live <meta content="[\w+/=]{24}">$/)
  for (const other of ['/', '/map', '/live-rfid/x', '/../live-rfid.html/x'])
    expect(await text(other)).toMatch(/^<link/)
})

test('serves assets precompressed as the browser takes them, and for ever', async () => {
  const variants = [
    ['br, gzip', 'brotli', 'br'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['identity', 'plain', null],
  ] as const
  for (const [accept, body, encoding] of variants) {
    const answer = await get('/assets/app-1.js', { 'accept-encoding': accept })
    expect(await answer.text()).toBe(body)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

test('has other files asked for again', async () => {
  const answer = await get('/favicon.svg')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
})

test('keeps to itself what the build left for itself', async () => {
  await mkdir(join(webRoot, '.vite'))
  await writeFile(join(webRoot, '.vite', 'manifest.json'), 'inner')
  for (const end of ['', '.br', '.gz'])
    await writeFile(join(webRoot, 'assets', `app-1.js.map${end}`), 'inner')
  const maps = ['.map', '.map.br', '.map.gz', '.m%61p', '.m%2561p', '.map?x=1', '%2emap']
  const assets = maps.map((end) => `/assets/app-1.js${end}`)
  const own = ['/.vite/manifest.json', '/%2evite/manifest.json', '/.vite', '/.env']
  for (const path of [...own, ...assets]) {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('inner')
  }
})

test('answers 404 for a file that is not there, never the page', async () => {
  expect((await get('/assets/gone.js')).status).toBe(404)
})

test.each(['/../secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt'])(
  'never leaves its folder: %s',
  async (path) => {
    const answer = await get(path)
    expect(await answer.text()).not.toContain('secret')
    expect([400, 404]).toContain(answer.status)
  },
)

test('says what to do when the web app is not built', async () => {
  await rm(join(webRoot, 'index.html'))
  const answer = await get('/')
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm run build')
})
