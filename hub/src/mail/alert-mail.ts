import type { Alert, HubAlert } from '@vehicle-control/protocol'
import type { AlertChanges } from '../alerts/alert-changes.ts'
import type { HubAlertChanges } from '../alerts/of-hub/hub-alert-changes.ts'
import { hubAlertLabel } from './hub-alert-words.ts'
import type { Mail } from './send-mail.ts'
import { siteTime } from './site-time.ts'

const LINES_MAX = 50
const DETAIL_MAX = 200

interface AlertMailOptions {
  /** Origin of the web app; null: unknown. */
  publicOrigin: string | null
  timeZone: string
}

/** What a mail is about: the alerts of agents, and those of the hub that mails. */
export interface MailedChanges extends Pick<AlertChanges, 'begun' | 'ended'> {
  ofHub: Omit<HubAlertChanges, 'over'>
}

/** One mail with everything that began and ended. */
export function alertMail(
  { begun, ended, ofHub }: MailedChanges,
  to: readonly string[],
  { publicOrigin, timeZone }: AlertMailOptions,
): Mail {
  const time = (iso: string) => siteTime(Date.parse(iso), timeZone)
  // The hub's own first: while its disk is full, what is said of agents may be old.
  const opened = [
    ...ofHub.begun.map((alert) => {
      return `${hubName(alert)}: ${hubAlertLabel(alert)} desde ${time(alert.since)}`
    }),
    ...begun.map(({ alert, part }) => {
      const { agent, kind, since, detail } = alert
      const when = since === null ? '' : ` desde ${time(since)}`
      const more = detail === null || detail === part ? '' : ` (${oneLine(detail)})`
      return `${nameOf(agent)}: ${labelOf(kind, part)}${when}${more}`
    }),
  ]
  const settled = [
    ...ofHub.outages.map((alert) => {
      const until = alert.until === null ? '' : ` hasta ${time(alert.until)}`
      return `${hubName(alert)}: ${hubAlertLabel(alert)} desde ${time(alert.since)}${until}`
    }),
    ...ofHub.ended.map((one) => `${hubName(one)}: ${hubAlertLabel({ ...one, cause: null })}`),
    ...ended.map(({ agent, kind, part }) => `${nameOf(agent)}: ${labelOf(kind, part)}`),
  ]
  const summary = [
    ...counted(opened.length, 'alerta nueva', 'alertas nuevas'),
    ...counted(settled.length, 'resuelta', 'resueltas'),
  ].join(', ')
  const text = [
    ...section('Alertas nuevas', opened),
    ...section('Resueltas', settled),
    ...(publicOrigin === null ? [] : [`Estado actual: ${publicOrigin}/map?view=status`]),
    `Horas de ${timeZone}.`,
    '',
  ].join('\n')
  return { to, subject: `Vehicle Control: ${summary}`, text, isAlert: true }
}

function counted(n: number, one: string, many: string): string[] {
  return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - LINES_MAX
  const shown = lines.slice(0, LINES_MAX).map((line) => `- ${line}`)
  return [`${title} (${lines.length}):`, ...shown, ...(more > 0 ? [`- … y ${more} más`] : []), '']
}

const hubName = ({ hub }: Pick<HubAlert, 'hub'>) => (hub === '' ? 'Hub' : `Hub (${hub})`)

const nameOf = ({ code, name }: Alert['agent']) => (name === code ? code : `${name} (${code})`)

/** A detail comes from a device: it must not look like a line of ours. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, DETAIL_MAX)

/** A gate with one barrier gives it no name. */
const barrierName = (part: string) => (part === '' ? 'la barrera' : `la barrera «${oneLine(part)}»`)

/** The words for a kind of alert; `part` is what it is about, where it names one. */
export function labelOf(kind: Alert['kind'], part: string): string {
  switch (kind) {
    case 'agent_offline':
      return 'sin conexión'
    case 'quarantine':
      return 'en cuarentena, dos equipos dicen ser este agente'
    case 'gap':
      return 'registros perdidos'
    case 'bad_entries':
      return 'muchos registros que el hub no puede leer'
    case 'reader_silent':
      return `lector «${oneLine(part)}» sin señal`
    case 'reader_closed':
      return `lector «${oneLine(part)}» desconectado`
    case 'reader_warning':
      return `lector «${oneLine(part)}» lee mal`
    case 'sensor_stale':
      return `sensor «${oneLine(part)}» sin datos`
    case 'sensor_alarm':
      return `alarma del sensor «${oneLine(part)}»`
    case 'input_fire':
      return `entrada de incendio «${oneLine(part)}» activa`
    case 'input_failed':
      return `entrada «${oneLine(part)}» no se puede leer`
    case 'barrier_left_open':
      return `${barrierName(part)} quedó abierta`
    case 'barrier_contradictory':
      return `${barrierName(part)} dice abierta y cerrada a la vez`
    case 'relays_failed':
      return 'los relés no se pueden mover'
    case 'relay_failed':
      return `del relé «${oneLine(part)}» no se sabe si está activo`
    case 'undervoltage':
      return 'voltaje bajo, la fuente no alcanza'
    case 'clock_unsynced':
      return 'reloj sin sincronizar'
    case 'cleartext':
      return 'habla con el hub sin cifrar, su clave se puede leer en la red'
    case 'outbox_filling':
      return 'cola de envío casi llena'
    case 'outbox_full':
      return 'cola de envío llena, perdió registros'
    case 'outbox_blocked':
      return 'el disco no acepta datos'
    case 'outbox_replaced':
      return 'archivo de lecturas dañado y reemplazado'
    case 'clock_step':
      return 'el reloj dio un salto'
    case 'retired_tag':
      return `leyó el tag retirado ${oneLine(part)}`
    case 'reported_tag':
      return `piden revisar el tag desconocido ${oneLine(part)}`
    case 'enroll_request':
      return 'un equipo pide ser este agente'
    case 'clock_off':
      return 'su reloj no va con el del hub'
  }
}
