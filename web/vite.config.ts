import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME } from '@mantine/core'
import * as protocol from '@vehicle-control/protocol'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'
import { writtenBaseMap } from './build/base-map.ts'
import { CHUNK_GROUPS, FIRST_SOURCES } from './build/chunks.ts'
import { OFFLINE_APP } from './build/offline-app.ts'
import { routePages } from './build/route-pages.ts'
import { writeShape } from './src/api/http/write-shape.ts'

const HUB_URL = 'http://127.0.0.1:8080'

const NO_TRANSPORT = 'export class XHR {}\nexport class WT {}'

/** Those of Mantine's fourteen colours that the app shows, and the one that its own theme stands on. */
const SHOWN_COLOURS = (['dark', 'gray', 'red', 'green', 'yellow', 'blue'] as const).map(
  (name) => [name, DEFAULT_THEME.colors[name]] as const,
)

const PICKER_FILE = '/@mantine/dates/esm/components/PickerInputBase/PickerInputBase.mjs'

/**
 * The base of the date fields without the dialog that theirs could open in: they open below
 * themselves. Without this /dashboard had 7.5 kB more.
 */
function pickerWithoutDialog(): string {
  const code = readFileSync(join(import.meta.dirname, '../node_modules', PICKER_FILE), 'utf8')
  const lean = code.replace(/\bModal, (?=.*from "@mantine\/core")/, '')
  if (lean === code) throw new Error(`${PICKER_FILE} does not import Modal as it did`)
  return `${lean}\nconst Modal = () => { throw new Error('vite.config.ts leaves this dialog out') }`
}

/** Those of Mantine's transitions that its components here begin with; without one nothing moves. */
function transitionsInUse(): string {
  const moved = (y: string, opacity: number) => ({ opacity, transform: `translateY(${y})` })
  const transitions = {
    fade: { in: { opacity: 1 }, out: { opacity: 0 }, transitionProperty: 'opacity' },
    'fade-down': {
      in: moved('0', 1),
      out: moved('-30px', 0),
      transitionProperty: 'opacity, transform',
    },
  }
  return `export const transitions = ${JSON.stringify(transitions)}`
}

/**
 * A build replaces these files of libraries, named by the ends of their paths. Each stays only for
 * what it saves, which stands beside it: the JavaScript of a route, gzip, by `benchSizes`, less that of
 * a build without the entry.
 */
const LEAN_FILES = new Map([
  // The package leads every bundler to its development build: 0.5 kB of every route.
  ['/react-router/dist/development/index.mjs', "export * from '../production/index.mjs'"],
  // socket.io-client imports every transport, and this app speaks WebSocket only: 1.3 and 0.8 kB of
  // every route but /login.
  ['/engine.io-client/build/esm/transports/polling-xhr.js', NO_TRANSPORT],
  ['/engine.io-client/build/esm/transports/webtransport.js', NO_TRANSPORT],
  // What a client makes only for those who send mutations, or turn pages without end, by this library:
  // .oxlintrc.json forbids the hooks that need it. 1.1 and 0.6 kB of every route but /login.
  [
    '/@tanstack/query-core/build/modern/mutationCache.js',
    'export class MutationCache {\nclear() {}\nresumePausedMutations() { return Promise.resolve() }\n}',
  ],
  [
    '/@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
    'export const [infiniteQueryBehavior, hasNextPage, hasPreviousPage] = []',
  ],
  [PICKER_FILE, pickerWithoutDialog()],
  // A button that is busy shows the ring, never its bars or dots: 0.06 kB of every route.
  ['/@mantine/core/esm/components/Loader/loaders/Bars.mjs', 'export const Bars = () => null'],
  ['/@mantine/core/esm/components/Loader/loaders/Dots.mjs', 'export const Dots = () => null'],
  // Buttons that belong together stand in the app's own rows: 0.5 kB of every route.
  ...['Button', 'ActionIcon'].flatMap((name) =>
    [`${name}Group`, `${name}GroupSection`].map(
      (part) =>
        [
          `/@mantine/core/esm/components/${name}/${part}/${part}.mjs`,
          `export const ${part} = () => null`,
        ] as const,
    ),
  ),
  // What opens here fades, or has no transition: 0.3 kB of every route.
  ['/@mantine/core/esm/components/Transition/transitions.mjs', transitionsInUse()],
  // The app shows six of Mantine's fourteen colours: 0.5 kB of every route.
  [
    '/@mantine/core/esm/core/MantineProvider/default-colors.mjs',
    `export const DEFAULT_COLORS = ${JSON.stringify(Object.fromEntries(SHOWN_COLOURS))}`,
  ],
])

export default defineConfig({
  plugins: [
    productionOnly(),
    react(),
    writtenShapes(),
    writtenBaseMap(),
    leanLibraries(),
    shortLists(),
    routePages(FIRST_SOURCES),
    VitePWA(OFFLINE_APP),
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      // The hub renders index.html per response: a stored compressed copy would lack the nonce.
      exclude: [/\.html$/],
      threshold: 1024,
      logLevel: 'silent',
    }),
  ],
  build: {
    // Whoever needs them builds the same commit with them: here they would tell everybody the sources.
    sourcemap: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  server: {
    proxy: {
      '/api': { target: HUB_URL },
      '/socket.io': { target: HUB_URL, ws: true },
    },
  },
})

/**
 * Lets no chunk name, among what a part of it is loaded with, what it has itself imported: that is
 * there before anything is asked for. 0.2 kB of every route but /login.
 */
function shortLists(): Plugin {
  const imported = new Map<string, readonly string[]>()
  const reached = (file: string, found = new Set<string>()): Set<string> => {
    for (const next of imported.get(file) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      reached(next, found)
    }
    return found
  }
  return {
    name: 'short-lists',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies(_, files, { hostId }) {
            const there = reached(hostId)
            return files.filter((file) => !there.has(file))
          },
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') imported.set(file.fileName, file.imports)
        }
      },
    },
  }
}

/** A build that a test starts inherits its NODE_ENV, and would ship React's development version. */
function productionOnly(): Plugin {
  return {
    name: 'production-only',
    apply: 'build',
    config() {
      process.env['NODE_ENV'] = 'production'
    },
  }
}

/**
 * Replaces the schemas that each src/api/<noun>/shapes.ts or …-shapes.ts names by their written-out
 * checks, without zod: 24 kB of /login, 83 kB of /admin.
 */
function writtenShapes(): Plugin {
  return {
    name: 'written-shapes',
    apply: 'build',
    transform(code, id) {
      if (!/\/src\/api\/[a-z]+\/([a-z]+-)?shapes\.ts$/.test(id)) return null
      const names = /export \{([^}]+)\}/.exec(code)?.[1]?.match(/\w+/g) ?? []
      const lines = names.map((name) => {
        const schema = Reflect.get(protocol, name)
        const shape = JSON.stringify(writeShape(schema.toJSONSchema()))
        return `export const ${name} = /* @__PURE__ */ createShape(${shape})`
      })
      return {
        code: ["import { createShape } from '../http/shape-check.ts'", ...lines].join('\n'),
        map: null,
      }
    },
  }
}

/** Loads `LEAN_FILES`; where one of them is no longer asked for, the build fails. */
function leanLibraries(): Plugin {
  const missing = new Set(LEAN_FILES.keys())
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const path = [...LEAN_FILES.keys()].find((end) => id.endsWith(end))
      if (path === undefined) return null
      missing.delete(path)
      return { code: LEAN_FILES.get(path) ?? '', map: null }
    },
    buildEnd(error) {
      if (error || missing.size === 0) return
      this.error(`LEAN_FILES of vite.config.ts are not in use: ${[...missing].join(', ')}`)
    },
  }
}
