import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { ApiEnv } from './http/request-variables.ts'

const NONCE_MARK = '__CSP_NONCE__'
/** Assets carry a hash of their content in their names. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Never served: hidden files of the build, such as /.vite, and source maps. */
const BUILD_ONLY = /\/(\.|%2e)|\.map(\.\w+)?$/i
const NOT_BUILT =
  'La aplicación web no está compilada. Ejecuta «npm run build» y vuelve a cargar la página.\n'

/**
 * The web app: files of `root`, precompressed where the build made that, and a page for every other
 * path without a file extension: the one that the build made for that path in `.pages`, or else
 * index.html. A page gets a fresh nonce each time and is never cached.
 */
export function webApp(root: string): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.use('*', async (c, next) =>
    BUILD_ONLY.test(c.req.path) ? c.text('No existe\n', 404) : await next(),
  )
  routes.get('/', (c) => page(c, root))
  routes.get('/index.html', (c) => page(c, root))
  // Without the folder serveStatic would complain on the console at every start.
  if (existsSync(root)) {
    const files = serveStatic<ApiEnv>({ root, precompressed: true })
    routes.get('*', async (c, next) => {
      const found = await files(c, next)
      if (!(found instanceof Response)) return found
      const cache = c.req.path.startsWith('/assets/') ? IMMUTABLE : 'no-cache'
      found.headers.set('cache-control', cache)
      return found
    })
  }
  routes.get('*', async (c) =>
    extname(c.req.path) === '' ? await page(c, root) : c.text('No existe\n', 404),
  )

  return routes
}

async function page(c: Context<ApiEnv>, root: string): Promise<Response> {
  const route = /^\/([a-z-]+)$/.exec(c.req.path)?.[1]
  const ofRoute = route && (await readIfThere(join(root, '.pages', `${route}.html`)))
  const html = ofRoute || (await readIfThere(join(root, 'index.html')))
  c.header('cache-control', 'no-store')
  if (html === null) return c.text(NOT_BUILT, 503)
  const nonce = randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  return c.html(html.replaceAll(NONCE_MARK, nonce))
}

async function readIfThere(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
}
