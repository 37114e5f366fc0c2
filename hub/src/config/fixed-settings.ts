import type { FixedSetting } from '@vehicle-control/protocol'
import type { Config } from './config.ts'

/** What runs, beside what is set. */
interface Running {
  version: string
  commit: string | null
  /** Hubs on this database. */
  replicas: number
}

/**
 * What the environment sets, as superadmins may read it: each is named here, none follows from the
 * variables, and no part of one that can be a secret is among them.
 */
export function fixedSettings(config: Config, running: Running): FixedSetting[] {
  const { databaseUrl, smtp, bus, tls, given } = config
  const set = (name: string, value: FixedSetting['value'], ...variables: string[]) => {
    const by = variables.filter((variable) => given.has(variable)).join(', ')
    return { name, value, by: by === '' ? null : by }
  }
  return [
    set('time_zone', config.timeZone, 'HUB_TIMEZONE'),
    set('retention_days', config.retentionDays, 'HUB_RETENTION_DAYS'),
    set('tls', tls !== null, 'HUB_TLS_CERT', 'HUB_TLS_KEY'),
    set('public_url', config.publicOrigin, 'HUB_PUBLIC_URL'),
    set('hosts', listed(config.hosts), 'HUB_HOSTS'),
    set('trusted_proxies', listed(proxiesOf(config)), 'HUB_TRUSTED_PROXIES'),
    set('listen', hostAndPort(config), 'HUB_HOST', 'HUB_PORT'),
    set('bus', bus === null ? null : hostAndPort(bus), 'HUB_BUS_URL'),
    set('database', databaseUrl === null ? 'SQLite' : postgresOf(databaseUrl), 'DATABASE_URL'),
    set('data_dir', config.dataDir, 'HUB_DATA_DIR'),
    set('mailer', smtp === null ? null : hostAndPort(smtp), 'HUB_SMTP_URL'),
    set('tiles', listed(tilesOf(config)), 'HUB_TILES_MBTILES', 'HUB_TILES_UPSTREAM'),
    set('second_factor_roles', listed(config.secondFactorRoles), 'HUB_REQUIRE_2FA'),
    set('idle_minutes', config.idleMinutes, 'HUB_IDLE_MINUTES'),
    set('backup_max_hours', config.backupMaxHours, 'HUB_BACKUP_MAX_HOURS'),
    set('demo', config.demo, 'HUB_DEMO'),
    set('log_level', config.logLevel, 'LOG_LEVEL'),
    set('version', running.version),
    set('commit', running.commit),
    set('replicas', running.replicas),
  ]
}

const listed = (items: readonly string[]) => (items.length === 0 ? null : items.join(', '))

const hostAndPort = ({ host, port }: { host: string; port: number }) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Node names a rule «Subnet: IPv4 10.0.0.0/8». */
const proxiesOf = ({ trustedProxies }: Config) =>
  trustedProxies.rules.map((rule) => rule.split(' ').at(-1) ?? '')

/** The server and the database's name: user, password and options stay here. */
function postgresOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl)
  return `Postgres ${host === '' ? 'local' : host}${pathname === '/' ? '' : pathname}`
}

/** Of a server's URL only the host: a path or a query may hold a key. */
function tilesOf({ tiles: { mbtiles, upstream } }: Config): string[] {
  const host = upstream === null ? null : new URL(upstream.template).host
  return [mbtiles, host].filter((source) => source !== null)
}
