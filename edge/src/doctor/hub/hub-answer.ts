import { z } from 'zod'
import { hubLink } from '../../sync/plain-http.ts'
import { fault, type Finding, ok, warning } from '../finding.ts'
import { codeOf } from '../probe-connection.ts'

const ANSWERS_WITHIN_MS = 5000
const CLOCKS_APART_MS = 30_000

const Health = z.object({ status: z.literal('ok') })

/** Whether a hub answers there, and how far its clock is from this one. */
export async function checkHubAnswer(
  hubUrl: URL,
  options: { now: () => number; allowHttp: boolean },
): Promise<Finding[]> {
  const check = 'hub'
  const sentAt = options.now()
  let answer: { status: number; date: number; body: unknown }
  try {
    answer = await ask(new URL('/healthz', hubUrl))
  } catch (error) {
    const text = `el hub no contesta a /healthz (${codeOf(error)})`
    return [
      fault({ check, text, fix: 'mire el registro del hub: journalctl -u vehicle-control-hub' }),
    ]
  }
  if (answer.status !== 200 || !Health.safeParse(answer.body).success) {
    const text = `en EDGE_HUB_URL contesta algo que no es un hub (estado ${answer.status})`
    return [fault({ check, text, fix: 'ponga en EDGE_HUB_URL la dirección del hub, sin ruta' })]
  }
  const found = [ok(check, 'el hub contesta')]
  // The Date header is cut to whole seconds: on average 500 ms are missing.
  const apartMs = answer.date + 500 - (sentAt + options.now()) / 2
  if (Math.abs(apartMs) > CLOCKS_APART_MS) {
    const side = apartMs > 0 ? 'atrasado' : 'adelantado'
    const text = `este reloj va ${side} ${Math.round(Math.abs(apartMs) / 1000)} s respecto al hub`
    const fix = 'sudo timedatectl set-ntp true, y revise también la hora del hub'
    found.push(warning({ check: 'hub-clock', text, fix }))
  } else if (!Number.isNaN(apartMs)) found.push(ok('hub-clock', 'los relojes coinciden'))
  if (hubLink({ hubUrl, allowHttp: options.allowHttp }) === 'cleartext') {
    const text = 'EDGE_HUB_URL es http: la clave y las lecturas viajan sin cifrar'
    const fix = 'use https, o EDGE_ALLOW_HTTP=1 si la red es solo suya'
    found.push(warning({ check: 'hub-http', text, fix }))
  }
  return found
}

async function ask(url: URL) {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
  const answer = await fetch(url, { redirect: 'manual', signal })
  const date = Date.parse(answer.headers.get('date') ?? '')
  const text = await answer.text()
  return { status: answer.status, date, body: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody else's page.
    return null
  }
}
