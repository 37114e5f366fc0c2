import { findAgent } from '../../store/agents/agents.ts'
import type { Db } from '../../store/database.ts'
import type { AgentRow } from '../../store/schema/agents.ts'
import { apiError } from '../http/errors.ts'

/** The agent of a path's code; 404 when there is none or it is deleted. */
export async function requireAgent(db: Db, code: string): Promise<AgentRow> {
  const agent = await findAgent(db, code)
  if (!agent || agent.deleted_at !== null) throw apiError('not_found', 'El agente no existe')
  return agent
}
