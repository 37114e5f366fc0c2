import { reasonOf } from '@vehicle-control/protocol/reasons/reason-of'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { fault, type Finding, ok, warning } from '../finding.ts'
import { codeOf, probeConnection, type TlsState } from '../probe-connection.ts'

const DAY_MS = 86_400_000
const EXPIRES_SOON_MS = 14 * DAY_MS
/**
 * Caddy and certbot renew with a third of its lifetime left. Caddy's own authority gives 12 hours.
 */
const RENEWED_BEFORE = 0.25

/** The way to the hub: its name, its port and, with https, its certificate. */
export async function checkHubAddress(hubUrl: URL, now: number): Promise<Finding[]> {
  const host = hubUrl.hostname.replace(/^\[|\]$/g, '')
  const isTls = hubUrl.protocol === 'https:'
  const port = Number(hubUrl.port) || (isTls ? 443 : 80)
  const found: Finding[] = []
  if (isIP(host) === 0) {
    try {
      const { address } = await lookup(host)
      found.push(ok('hub-dns', `${host} es ${address}`))
    } catch (error) {
      const text = `el nombre ${host} no se resuelve (${codeOf(error)})`
      const fix = `revise EDGE_HUB_URL y la red: getent hosts ${host}; ip route; cat /etc/resolv.conf`
      return [fault({ check: 'hub-dns', text, fix })]
    }
  }
  const reached = await probeConnection({ host, port, isTls })
  if ('fault' in reached) {
    const { why } = reasonOf(reached.fault)
    const text = `${host}:${port} ${why === reached.fault ? 'no responde' : why} (${reached.fault})`
    const fix =
      'compruebe que el hub está encendido, la red y el cortafuegos, y el puerto de EDGE_HUB_URL'
    return [...found, fault({ check: 'hub-tcp', text, fix })]
  }
  found.push(ok('hub-tcp', `${host}:${port} acepta conexiones`))
  if (reached.tls !== null) found.push(judgeCertificate(reached.tls, host, now))
  return found
}

/** What is said of the hub's certificate at this time. */
export function judgeCertificate(
  { error, validFrom, validTo }: TlsState,
  host: string,
  now: number,
): Finding {
  const check = 'hub-tls'
  const until = Number.isNaN(validTo) ? '?' : new Date(validTo).toISOString().slice(0, 10)
  if (error === null) {
    const soonMs = Math.min(EXPIRES_SOON_MS, (validTo - validFrom) * RENEWED_BEFORE)
    if (validTo - now >= soonMs) return ok(check, `el certificado de ${host} vale hasta ${until}`)
    const text = `el certificado de ${host} vence el ${until}`
    return warning({ check, text, fix: 'renuévelo en el hub' })
  }
  return fault({ check, ...(TLS_FAULTS[error] ?? otherTlsFault(error)) })
}

const CA_FIX =
  'instale en el hub un certificado de una autoridad pública, o nombre la propia en NODE_EXTRA_CA_CERTS=/ruta/ca.pem'
const TLS_FAULTS: Record<string, { text: string; fix: string }> = {
  CERT_NOT_YET_VALID: {
    text: 'el certificado del hub aún no vale: el reloj de este equipo está atrasado',
    fix: 'sudo timedatectl set-ntp true',
  },
  CERT_HAS_EXPIRED: {
    text: 'el certificado del hub ha vencido (o el reloj de este equipo está adelantado)',
    fix: 'renueve el certificado en el hub; aquí mire: timedatectl',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    text: 'el certificado del hub es de otro nombre',
    fix: 'ponga en EDGE_HUB_URL el nombre que está en el certificado',
  },
}

const otherTlsFault = (error: string) => ({
  text: `el certificado del hub no es de confianza (${error})`,
  fix: CA_FIX,
})
