import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlockList, isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { ConfigError, PASSWORD_MAX, type Role } from '@vehicle-control/protocol'
import { z } from 'zod'
import { es } from 'zod/locales'
import { type BusAddress, busAddress } from './bus-address.ts'
import { isLoopback } from './loopback.ts'
import { SecurityVariables } from './security-variables.ts'
import { type SmtpServer, SmtpUrl } from './smtp-url.ts'
import { type TileSources, TileVariables, readTileSources } from './tile-sources.ts'

/** The hub's settings, checked. */
export interface Config {
  host: string
  /** 0: any free port. */
  port: number
  dataDir: string
  /** `postgres://…`; null: SQLite in `dataDir`. */
  databaseUrl: string | null
  timeZone: string
  /** Name of the site on documents and walls. */
  siteName: string | null
  /**
   * Origin under which browsers see the hub when a proxy hides its own, for example `https://x.co`.
   */
  publicOrigin: string | null
  /** Peers whose X-Forwarded-* headers are trusted. */
  trustedProxies: BlockList
  adminEmail: string | null
  adminPassword: string | null
  /** `account`: only its login, vehicles and assets, without history; null: no demo. */
  demo: 'history' | 'account' | null
  /**
   * The demo's public password is accepted; only true where nothing but this machine can connect.
   */
  demoLogin: boolean
  tls: { cert: Buffer; key: Buffer } | null
  /** null: the hub sends no mail. */
  smtp: SmtpServer | null
  /** 0: everything is kept. */
  retentionDays: number
  /** The newest backup may be so old before the hub warns of it; 0: backups are made elsewhere. */
  backupMaxHours: number
  /** The broker between hubs; null for a hub alone. */
  bus: BusAddress | null
  tiles: TileSources
  /**
   * Further host names that browsers may use, beside addresses, loopback, the machine's own and
   * `publicOrigin`'s.
   */
  hosts: readonly string[]
  /** The hub's own key; null: it is in a file of `dataDir`. */
  auditKey: string | null
  /** Token with which other machines may read /metrics; null: none of them may. */
  metricsToken: string | null
  /** Roles that log in with a second factor. */
  secondFactorRoles: readonly Role[]
  /** A session ends after so long without use; 0: only its age ends it. */
  idleMinutes: number
  /** True: reset tokens are printed even where they are mailed. */
  resetConsole: boolean
  logLevel: string
  /** Names of the variables that are set; not their values. */
  given: ReadonlySet<string>
}

const DEMOS = { '0': null, '1': 'history', account: 'account' } as const

const SECRETS = new Set([
  'HUB_ADMIN_PASSWORD',
  'DATABASE_URL',
  'HUB_BUS_URL',
  'HUB_SMTP_URL',
  'HUB_TILES_UPSTREAM',
  'HUB_AUDIT_KEY',
  'HUB_METRICS_TOKEN',
])

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'no es un puerto; ponga un número entero de 0 a 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'no es un puerto; ponga un número entero de 0 a 65535')

const Environment = z.object({
  HUB_HOST: z.string().default('0.0.0.0'),
  HUB_PORT: port.default(8080),
  HUB_DATA_DIR: z.string().default('./data/hub'),
  HUB_TIMEZONE: z
    .string()
    .refine(
      isTimeZone,
      'no es una zona horaria; ponga un nombre de IANA, por ejemplo America/Bogota',
    )
    .default('America/Bogota'),
  HUB_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'no es una URL http(s); escríbala como https://hub.example',
    })
    .transform((text) => new URL(text).origin)
    .optional(),
  HUB_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text, context) => {
      const proxies = proxyList(text)
      if (proxies) return proxies
      const message = 'no es una lista de direcciones; escríbala como 10.0.0.1,192.168.0.0/16'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  HUB_ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, 'no es un correo; escríbalo como nombre@example.com')
    .max(254, 'tiene más de 254 caracteres; ponga uno más corto')
    .optional(),
  // Whether it is strong enough is checked where it creates an account (`admin-password.ts`).
  HUB_ADMIN_PASSWORD: z
    .string()
    .max(PASSWORD_MAX, `tiene más de ${PASSWORD_MAX} caracteres; ponga una más corta`)
    .optional(),
  HUB_DEMO: z
    .enum(
      ['0', '1', 'account'],
      'no es 0, 1 ni account; ponga 1 para una demostración con 30 días de historia, account para su inicio de sesión, vehículos y activos solos, o quítela',
    )
    .default('0'),
  HUB_SITE_NAME: z
    .string()
    .trim()
    .max(80, 'tiene más de 80 caracteres; ponga uno más corto')
    .optional(),
  HUB_TLS_CERT: z.string().optional(),
  HUB_TLS_KEY: z.string().optional(),
  HUB_SMTP_URL: SmtpUrl.optional(),
  HUB_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, 'no es un número de días; ponga un número entero, 0 para guardar todo')
    .transform(Number)
    .default(0),
  HUB_BACKUP_MAX_HOURS: z
    .string()
    .regex(
      /^\d{1,4}$/,
      'no es un número de horas; ponga un número entero, 0 donde las copias se hacen de otra forma',
    )
    .transform(Number)
    .default(48),
  ...TileVariables,
  ...SecurityVariables,
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'no es un nivel; ponga trace, debug, info, warn, error, fatal o silent',
    )
    .default('info'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error:
        'no es una URL de Postgres; escríbala como postgres://user:password@host:5432/database',
    })
    .optional(),
  HUB_BUS_URL: z
    .string()
    .transform((text, context) => {
      const address = busAddress(text)
      if (address) return address
      const message = 'no es un broker; escríbalo como mqtt://user:password@broker.example:1883'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional(),
})

/**
 * Reads the hub's settings; throws a ConfigError that names the variable, its fault and the fix.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  // An empty value of this one means no server, and not the default.
  if (env['HUB_TILES_UPSTREAM'] === '') set['HUB_TILES_UPSTREAM'] = 'off'
  // What has no words of its own is told in zod's Spanish ones.
  const parsed = Environment.safeParse(set, { error: es().localeError })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    const value = SECRETS.has(name) ? '' : `=${JSON.stringify(set[name])}`
    throw new ConfigError(`${name}${value} ${issue?.message}`)
  }
  const v = parsed.data
  const demo = DEMOS[v.HUB_DEMO]
  const proxied = v.HUB_TRUSTED_PROXIES.rules.length > 0 || v.HUB_PUBLIC_URL !== undefined
  const demoLogin = demo !== null && isLoopback(v.HUB_HOST) && !proxied
  if (demo !== null && !demoLogin && !v.HUB_ADMIN_PASSWORD) {
    const [where, otherwise] = proxied
      ? ['por un proxy', 'quite HUB_TRUSTED_PROXIES y HUB_PUBLIC_URL']
      : [`en ${v.HUB_HOST}`, 'ponga HUB_HOST=127.0.0.1']
    throw new ConfigError(
      `HUB_DEMO=${v.HUB_DEMO} ofrecería una clave conocida ${where}; ponga HUB_ADMIN_PASSWORD, o ${otherwise}`,
    )
  }
  if (v.HUB_ADMIN_EMAIL && !v.HUB_ADMIN_PASSWORD) {
    throw new ConfigError('HUB_ADMIN_PASSWORD falta y HUB_ADMIN_EMAIL está; ponga las dos')
  }
  if (v.HUB_ADMIN_PASSWORD && !v.HUB_ADMIN_EMAIL && demo === null) {
    throw new ConfigError('HUB_ADMIN_EMAIL falta y HUB_ADMIN_PASSWORD está; ponga las dos')
  }
  if (v.HUB_BUS_URL && !v.DATABASE_URL) {
    throw new ConfigError(
      'HUB_BUS_URL está y DATABASE_URL falta: es para hubs que comparten un Postgres; ponga las dos',
    )
  }
  if (v.HUB_BUS_URL && !v.HUB_AUDIT_KEY) {
    throw new ConfigError(
      'HUB_AUDIT_KEY falta y HUB_BUS_URL está: los hubs que comparten una base necesitan la misma clave; cree una con «openssl rand -base64 32» y póngala en cada uno',
    )
  }
  return {
    host: v.HUB_HOST,
    port: v.HUB_PORT,
    dataDir: v.HUB_DATA_DIR,
    databaseUrl: v.DATABASE_URL ?? null,
    timeZone: v.HUB_TIMEZONE,
    siteName: v.HUB_SITE_NAME || null,
    publicOrigin: v.HUB_PUBLIC_URL ?? null,
    trustedProxies: v.HUB_TRUSTED_PROXIES,
    adminEmail: v.HUB_ADMIN_EMAIL ?? null,
    adminPassword: v.HUB_ADMIN_PASSWORD ?? null,
    demo,
    demoLogin,
    tls: readTls(v.HUB_TLS_CERT, v.HUB_TLS_KEY),
    smtp: v.HUB_SMTP_URL ?? null,
    retentionDays: v.HUB_RETENTION_DAYS,
    backupMaxHours: v.HUB_BACKUP_MAX_HOURS,
    bus: v.HUB_BUS_URL ?? null,
    tiles: readTileSources({ variables: v, isDemo: demoLogin }),
    hosts: v.HUB_HOSTS,
    auditKey: v.HUB_AUDIT_KEY ?? null,
    metricsToken: v.HUB_METRICS_TOKEN ?? null,
    secondFactorRoles: v.HUB_REQUIRE_2FA,
    idleMinutes: v.HUB_IDLE_MINUTES,
    resetConsole: v.HUB_RESET_CONSOLE === '1',
    logLevel: v.LOG_LEVEL,
    given: new Set(Object.keys(set)),
  }
}

/** The hub's SQLite file. */
export function databaseFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'hub.db')
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // Intl throws a RangeError for a zone that it does not know.
    return false
  }
}

function proxyList(text: string): BlockList | null {
  const list = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [address = '', prefix, ...rest] = entry.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return null
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return null
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return null
  if (!cert) throw new ConfigError('HUB_TLS_CERT falta y HUB_TLS_KEY está; ponga las dos')
  if (!key) throw new ConfigError('HUB_TLS_KEY falta y HUB_TLS_CERT está; ponga las dos')
  const pair = { cert: readPem('HUB_TLS_CERT', cert), key: readPem('HUB_TLS_KEY', key) }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new ConfigError(
      `HUB_TLS_CERT="${cert}" y HUB_TLS_KEY="${key}" no son un certificado PEM y su clave (${reasonOf(error)}); ponga un par que vaya junto`,
      { cause: error },
    )
  }
  return pair
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(
      `${name}="${file}" no se puede leer (${reasonOf(error)}); ponga un archivo PEM que se pueda leer`,
      {
        cause: error,
      },
    )
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
