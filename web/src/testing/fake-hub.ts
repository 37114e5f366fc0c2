import type {
  Agent,
  Alert,
  LogsResponse,
  MapAgent,
  PublicConfig,
  RfidStatus,
  TodayResponse,
  VehicleList,
} from '@vehicle-control/protocol'

/** A hub whose answers a test can change. */
export interface FakeHub {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Every call so far, as `METHOD path`. */
  calls: string[]
  config: PublicConfig
  status: RfidStatus
  logs: LogsResponse
  today: TodayResponse
  /** The agents of the map and of the status view. */
  agents: (Agent & MapAgent)[]
  /** Its first page of vehicles. */
  vehicles: VehicleList
  alerts: Alert[]
  /** Answers instead of the ones above, by path. */
  instead: Record<string, () => Response | Promise<Response>>
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers })
}

/** Makes a hub in Bogotá that accepts everybody. */
export function createFakeHub(): FakeHub {
  const hub: FakeHub = {
    calls: [],
    config: {
      demoLogin: null,
      timeZone: 'America/Bogota',
      version: '1',
      siteName: null,
      mailer: false,
      tiles: {
        attribution: { text: '© OpenStreetMap contributors', url: 'https://osm.example/copyright' },
        minZoom: 0,
        maxZoom: 19,
        offline: false,
        available: true,
      },
    },
    status: { connected: true, simulate: false, port: '/dev/ttyUSB0' },
    logs: { logs: [], total: 0, capped: false, truncated: false },
    today: {
      day: '2026-03-10',
      from: '2026-03-10T05:00:00.000Z',
      until: '2026-03-11T05:00:00.000Z',
      reads: 0,
      suppressed: 0,
      agents: [],
      through: [],
    },
    agents: [],
    alerts: [],
    vehicles: { items: [], total: 0 },
    instead: {},
    fetch: async (path, init) => {
      const name = path.split('?')[0] ?? path
      hub.calls.push(`${init.method ?? 'GET'} ${path}`)
      const special = hub.instead[name]
      if (special) return special()
      switch (name) {
        case '/api/public-config':
          return jsonAnswer(200, hub.config)
        case '/api/rfid/status':
          return jsonAnswer(200, hub.status)
        case '/api/client/logs':
          return jsonAnswer(200, hub.logs)
        case '/api/rfid/stats/today':
          return jsonAnswer(200, hub.today)
        case '/api/map/agents':
        case '/api/agents/status':
          return jsonAnswer(200, { agents: hub.agents })
        case '/api/vehicles':
          return jsonAnswer(200, hub.vehicles)
        case '/api/alerts':
          return jsonAnswer(200, { alerts: hub.alerts })
        case '/api/settings/suppress-window':
          return jsonAnswer(200, { ms: 60_000 })
        case '/api/auth/login':
          return jsonAnswer(200, {
            token: 'tok',
            user: {
              id: 1,
              email: 'a@b.co',
              name: 'Ana',
              role: 'admin',
              kiosk: false,
              second_factor: 'off',
            },
          })
        case '/api/auth/logout':
          return jsonAnswer(200, {})
        default:
          return jsonAnswer(404, { error: 'not_found', message: 'x' })
      }
    },
  }
  return hub
}
