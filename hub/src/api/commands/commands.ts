import {
  type RelayCommand,
  type RelayCommandList,
  RelayCommandRequest,
} from '@vehicle-control/protocol'
import { Hono } from 'hono'
import { z } from 'zod'
import type { RelayCommands } from '../../commands/relay-commands.ts'
import type { Presence } from '../../ingest/presence.ts'
import type { Db } from '../../store/database.ts'
import { listCommands, type RelayCommandRow } from '../../store/commands/relay-commands.ts'
import type { ApiEnv } from '../http/env.ts'
import { apiError } from '../http/errors.ts'
import { readBody, readQuery } from '../http/input.ts'
import { wholeNumber } from '../http/paging.ts'
import { requireAgent } from '../agents/require-agent.ts'

export const CommandsQuery = z.object({ limit: wholeNumber(1000, 100) })

export interface CommandRouteParts {
  reads: Db
  presence: Presence
  commands: RelayCommands
}

/** /api/agents/{code}/command/relay and /commands. */
export function commandRoutes({ reads, presence, commands }: CommandRouteParts): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>()

  routes.post('/:code/command/relay', async (c) => {
    const request = await readBody(c, RelayCommandRequest)
    const agent = await requireAgent(reads, c.req.param('code'))
    if (agent.quarantine !== null) throw quarantined()
    // Nothing is stored for an agent that is away: there is nothing to be late with.
    if (!presence.isConnected(agent.id, agent.replica)) throw offline()
    const asker = { email: c.var.session.email, address: c.var.address }
    const issued = await commands.issue(agent, request, asker)
    switch (issued.type) {
      case 'issued':
        return c.json({ id: issued.id }, 202)
      case 'offline':
        throw offline()
      case 'quarantined':
        throw quarantined()
      case 'unreachable':
        throw apiError('bus_unavailable', 'El agente está en otro servidor que no responde; repite')
      case 'duplicate':
        throw apiError('duplicate', 'Ese id ya es de otra orden; usa uno nuevo')
    }
  })

  routes.get('/:code/commands', async (c) => {
    const { limit } = readQuery(c, CommandsQuery)
    const agent = await requireAgent(reads, c.req.param('code'))
    const rows = await listCommands(reads, agent.id, limit)
    return c.json({ commands: rows.map(commandView) } satisfies RelayCommandList)
  })

  return routes
}

const offline = () => apiError('agent_offline', 'El agente no está conectado; la orden no se envió')
const quarantined = () =>
  apiError('agent_quarantined', 'El agente está en cuarentena; acéptalo antes de enviarle órdenes')

function commandView(row: RelayCommandRow): RelayCommand {
  const { id, pin, state, actor, address, reason } = row
  return {
    id,
    pin,
    state,
    duration: row.duration_ms,
    actor,
    address,
    created_at: new Date(row.created_at).toISOString(),
    ok: row.ok === null ? null : row.ok === 1,
    reason,
    on_ms: row.on_ms,
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}
