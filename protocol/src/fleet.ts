import { z } from 'zod'
import { Agent } from './api.ts'
import { line } from './text.ts'

/** PATCH /api/agents/{code}: what is left out stays, null clears. */
export const UpdateAgentRequest = z.object({
  name: line(120).min(1).optional(),
  location: line(200).nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})
export type UpdateAgentRequest = z.infer<typeof UpdateAgentRequest>

export const AgentUpdated = z.object({ agent: Agent })

/** An agent on the map, with its counts of today in the hub's time zone. */
export const MapAgent = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string(),
  location: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  online: z.boolean(),
  last_seen: z.string().nullable(),
  connected: z.boolean(),
  today: z.number().int(),
  suppressed: z.number().int(),
})
export type MapAgent = z.infer<typeof MapAgent>

/** GET /api/map/agents; agents without coordinates too. */
export const MapAgents = z.object({ agents: z.array(MapAgent) })
export type MapAgents = z.infer<typeof MapAgents>
