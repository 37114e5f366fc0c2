import type { Config } from './config.ts'

/** What a query of a URL calls its keys. */
const OF_A_KEY = /pass|key|token|secret|auth|sig/i
/** A path or a query that holds so much in one part may be a key, whatever it is called. */
const LONG = 16

type Secretive = Pick<
  Config,
  'adminPassword' | 'auditKey' | 'metricsToken' | 'smtp' | 'bus' | 'databaseUrl' | 'tiles' | 'tls'
>

/** Each value of the configuration that nobody may read, as it was given and as it is used. */
export function secretValues(config: Secretive): string[] {
  const { adminPassword, auditKey, metricsToken, smtp, bus, databaseUrl, tiles, tls } = config
  const upstream = tiles.upstream?.template
  const values = [
    adminPassword,
    auditKey,
    metricsToken,
    ...(smtp?.auth ? asSent(smtp.auth) : []),
    bus?.password,
    ...(databaseUrl === null ? [] : partsOf(databaseUrl)),
    ...(upstream === undefined ? [] : [...partsOf(upstream), ...longOf(upstream)]),
    tls?.key.toString(),
  ]
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

/** A mail server may quote what it was sent: the password alone, or with the user before it. */
export const asSent = ({ user, pass }: { user: string; pass: string }) => [
  pass,
  `${user}:${pass}`,
  `\0${user}\0${pass}`,
]

/** The password of a URL, and what its query calls a key. */
function partsOf(text: string): string[] {
  const { password, searchParams } = new URL(text)
  const keys = [...searchParams].flatMap(([name, value]) => (OF_A_KEY.test(name) ? [value] : []))
  return [password, decoded(password), ...keys].filter((part) => part !== '')
}

/** The parts of a tile server's URL that are too long to be a name. */
function longOf(text: string): string[] {
  const { pathname, searchParams } = new URL(text)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  return parts.filter((part) => part.length >= LONG)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A stray %: it is used as it is.
    return part
  }
}
