import {
  COMMAND_TTL_MS,
  Hello,
  NO_PIN,
  type RelayCommand,
  RelayCommandIssued,
  RelayCommandList,
  RelayCommandRequest,
} from '@vehicle-control/protocol'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { mayHaveRelay, relaysOf } from '../../store/agents/agent-devices.ts'
import { listCommands, type RelayCommandRow, relayOf } from '../../store/commands/relay-commands.ts'
import { deviceView } from '../agents/device-view.ts'
import { requireAgent } from '../agents/require-agent.ts'
import { declareCall } from '../http/call.ts'
import { PEOPLE } from '../http/callers.ts'
import { apiError } from '../http/errors.ts'
import { wholeNumber } from '../http/query-fields.ts'

const NOT_SENT =
  'La orden no se envió: pasaron más de 5 s desde que se pidió; repite si aún hace falta'

/** Relay commands, and the list of past ones. */
export const commandCalls = [
  declareCall({
    id: 'commandRelay',
    method: 'POST',
    path: '/api/agents/:code/command/relay',
    // Opening the barrier is the guard's job; a wall screen only looks.
    who: PEOPLE,
    summary: 'Switch a relay; what became of it comes as agent:ack, and in the list of commands',
    body: RelayCommandRequest,
    example: { pin: 17, state: 1, duration: 5000, id: 'order-1' },
    status: 202,
    answer: RelayCommandIssued,
    within: { ms: COMMAND_TTL_MS, message: NOT_SENT },
    notDone: 'la orden no se envió',
    errors: [
      'agent_offline',
      'agent_quarantined',
      'relay_unconfigured',
      'upgrade_edge',
      'duplicate',
      'bus_unavailable',
    ],
    async handle(
      { body: { elapsed = 0, ...body }, params, session, address, context },
      { urgentReads, presence, commands },
    ) {
      context.var.deadline.shorten(elapsed)
      const relay = body.relay ?? body.pin ?? NO_PIN
      const requester = { email: session.email, address }
      const find = async () => {
        const row = await requireAgent(urgentReads, params.code)
        // Going off is always sent: what the agent reported may be older than its configuration.
        const hasRelay = body.state === 0 || (await mayHaveRelay(urgentReads, row.id, relay))
        return { ...row, hasRelay }
      }
      const { id, code, replica, quarantine, accepts, hasRelay } = await find().catch(
        (error: unknown) => {
          const why = error instanceof HTTPException ? 'unknown_agent' : 'unavailable'
          commands.recordUnaddressed(params.code, body, requester, why)
          throw error
        },
      )
      const isConnected = presence.isConnected(id, replica)
      const isQuarantined = quarantine !== null
      const isOutdated = body.relay !== undefined && !acceptsNames(accepts)
      const agent = { id, code, replica, isConnected, isQuarantined, isOutdated, hasRelay }
      const issued = await commands.issue(agent, body, requester, context.var.deadline)
      switch (issued.type) {
        case 'issued':
          return { id: issued.id, ...(issued.known && { result: resultOf(issued.known) }) }
        case 'offline':
          throw offline()
        case 'quarantined':
          throw quarantined()
        case 'unconfigured':
          throw unconfigured(relay)
        case 'outdated':
          throw outdated(code)
        case 'expired':
        case 'abandoned':
          throw apiError('internal', NOT_SENT, { status: 503, retryAfterS: 1 })
        case 'unreachable':
          throw apiError(
            'bus_unavailable',
            'El agente está en otro servidor que no responde; repite',
          )
        case 'duplicate':
          throw apiError('duplicate', 'Ese id ya es de otra orden; usa uno nuevo')
      }
    },
  }),
  declareCall({
    id: 'listRelayCommands',
    method: 'GET',
    path: '/api/agents/:code/commands',
    who: PEOPLE,
    summary: 'Relay commands and their results, newest first, and the relays that there are',
    query: z.object({ limit: wholeNumber(1000, 100) }),
    answer: RelayCommandList,
    async handle({ query: { limit }, params }, { readOnly }) {
      const agent = await requireAgent(readOnly, params.code)
      const [rows, relays] = await Promise.all([
        listCommands(readOnly, agent.id, limit),
        relaysOf(readOnly, agent.id),
      ])
      return {
        commands: rows.map(commandView),
        relays: deviceView(relays ? [relays] : [], []).relays,
      }
    },
  }),
]

const offline = () => apiError('agent_offline', 'El agente no está conectado; la orden no se envió')
const quarantined = () =>
  apiError('agent_quarantined', 'El agente está en cuarentena; acéptalo antes de enviarle órdenes')

const unconfigured = (relay: number | string) => {
  const shown = typeof relay === 'string' ? `«${relay}»` : relay
  return apiError('relay_unconfigured', `El relé ${shown} no está configurado en este agente`)
}
const outdated = (code: string) =>
  apiError(
    'upgrade_edge',
    `El programa del agente ${code} es anterior a los relés con nombre; actualízalo y repite. La orden no se envió`,
  )

const acceptsNames = (accepts: string | null) =>
  Hello.shape.accepts.parse(JSON.parse(accepts ?? '[]'))?.includes('named_relay') ?? false

function resultOf(row: RelayCommandRow): Pick<RelayCommand, 'ok' | 'reason' | 'on_ms'> {
  return { ok: row.ok === null ? null : row.ok === 1, reason: row.reason, on_ms: row.on_ms }
}

function commandView(row: RelayCommandRow): RelayCommand {
  return {
    id: row.id,
    ...relayOf(row),
    state: row.state,
    duration: row.duration_ms,
    actor: row.actor,
    address: row.address,
    created_at: new Date(row.created_at).toISOString(),
    ...resultOf(row),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}
