import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../../../local/child.ts'
import type { Figure } from '../table.ts'

const DIST = join(root, 'web/dist')
const ENTRY = 'index.html'
const SHELL = ['src/shell/Shell.tsx', 'src/live/socket-io.ts']

/** The sources that each route loads, with everything that they import. */
const ROUTES = [
  { path: '/login', sources: ['src/screens/login/LoginScreen.tsx'], limit: 125_000 },
  {
    path: '/pantalla',
    sources: ['src/screens/pairing/PairingScreen.tsx'],
    limit: 135_000,
  },
  {
    path: '/live-rfid',
    sources: [...SHELL, 'src/screens/live-rfid/LiveRfidScreen.tsx'],
    limit: 165_000,
  },
  { path: '/map', sources: [...SHELL, 'src/screens/map/MapScreen.tsx'], limit: 215_000 },
  {
    path: '/dashboard',
    sources: [...SHELL, 'src/screens/dashboard/DashboardScreen.tsx'],
    limit: 250_000,
  },
  { path: '/admin', sources: [...SHELL, 'src/screens/admin/AdminScreen.tsx'], limit: 170_000 },
]

/**
 * Loaded by a click, or where something else than the first drawing asks for it: what an empty hub says, the writers of files,
 * the account's dialogs, a login's second step, the enrolment of a second factor that a role demands, the alerts' panel, the search, what a screen reader is told and the notice on unknown tags, all dialogs, the kiosk's bar and the parts of walls, sound that somebody has on, the controls of the
 * live screen and what its rows do, the relays and contacts of a gate, the map's ground where no tile comes, the plan of a site that has one, its circles where there are 200 agents, what moves it for paper, the other
 * view of the map, what gates refused, which stands where one decides, the dashboard’s map card, which is loaded when it comes near, what stands above it on paper, and the sheet of a read, and of the
 * administration what prints a list, the form of those who may edit, a tag that is replaced, the import and the tabs that are not shown.
 */
const ON_DEMAND = [
  'src/export/',
  'src/components/first-steps/',
  'src/shell/account/',
  'src/shell/alerts/',
  'src/shell/search/open-search',
  'src/shell/second-factor/',
  'src/shell/AfterScreens',
  'src/shell/unknown-tags/',
  'src/dialogs/',
  'src/kiosk/',
  'src/components/wall/WallHead',
  'src/screens/dashboard/wall/',
  'src/screens/live-rfid/wall/',
  'src/sound/',
  'src/screens/login/CodeForm',
  'src/screens/live-rfid/controls/',
  'src/screens/live-rfid/RangeWatch',
  'src/screens/live-rfid/rows/',
  'src/map/base/',
  'src/map/paper/',
  'src/map/plan/',
  'src/relays/',
  'src/contacts/',
  'src/map/markers/cluster-layer',
  'src/screens/map/status/',
  'src/screens/map/MapSound',
  'src/screens/dashboard/denials/',
  'src/screens/dashboard/exports/write-',
  'src/screens/dashboard/map-card/',
  'src/screens/dashboard/paper/',
  'src/screens/dashboard/table/read-sheet',
  'src/screens/admin/list/print/',
  'src/screens/admin/history/',
  'src/screens/admin/asset-access/',
  'src/screens/admin/vehicles/VehicleForm',
  'src/screens/admin/vehicles/import/',
  'src/screens/admin/assets/',
  'src/screens/admin/agents/',
  'src/screens/admin/access/',
  'src/screens/admin/users/',
  'src/screens/admin/config/',
]

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/** A chunk that comes with its route. */
const isOfRoute = (source: string) => !ON_DEMAND.some((folder) => source.startsWith(folder))

/** The files of the entry, of these sources and of all that they load. */
function filesOf(sources: readonly string[]): Set<string> {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const files = new Set<string>()
  const add = (source: string) => {
    const chunk = manifest[source]
    if (chunk === undefined) throw new Error(`the build has no chunk of ${source}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    // The entry's own dynamic imports are the other routes.
    const later = source === ENTRY ? [] : (chunk.dynamicImports ?? []).filter(isOfRoute)
    for (const next of [...(chunk.imports ?? []), ...later]) add(next)
  }
  for (const source of [ENTRY, ...sources]) add(source)
  return files
}

/** JavaScript of the routes as browsers are sent it, against their budgets. */
export function benchSizes(): Figure[] {
  return ROUTES.map(({ path, sources, limit }) => {
    const files = [...filesOf(sources)].filter((file) => file.endsWith('.js'))
    const bytes = files
      .map((file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0)
    return {
      what: `JS of ${path}, gzip, ${files.length} chunks`,
      measured: `${(bytes / 1000).toFixed(1)} kB`,
      goal: `≤ ${limit / 1000} kB`,
      reached: bytes <= limit,
    }
  })
}
