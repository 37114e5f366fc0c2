import {
  AcceptRequest,
  AgentCreated,
  AgentList,
  AgentUpdated,
  AlertList,
  CreateAgentRequest,
  DeadLetterList,
  Done,
  EnrollRequest,
  EnrollResponse,
  EnrollToken,
  EnrollTokenRequest,
  GapList,
  KeyRotated,
  MapAgents,
  RelayCommandIssued,
  RelayCommandList,
  RelayCommandRequest,
  RotateKeyRequest,
  SuppressWindow,
  TelemetrySeries,
  UpdateAgentRequest,
} from '@vehicle-control/protocol'
import { CommandsQuery } from '../commands/commands.ts'
import { LossQuery } from '../agents/losses.ts'
import { SeriesQuery } from '../telemetry/telemetry.ts'
import type { Call } from './call.ts'

const readWindow = { summary: 'The suppression window', answer: SuppressWindow } satisfies Call
const setWindow = {
  summary: 'Set the suppression window; answers what it became, 10,000 to 600,000 ms',
  body: SuppressWindow,
  example: { ms: 45_000 },
  answer: SuppressWindow,
} satisfies Call

export const fleetCalls = {
  'GET /api/agents': { summary: 'Agents, by code', answer: AgentList },
  'POST /api/agents': {
    summary: 'Add an agent, or bring a deleted code back; its API key is shown this once',
    body: CreateAgentRequest,
    example: { code: 'gate-2', name: 'Portería Norte', lat: 4.711, lng: -74.072 },
    status: 201,
    answer: AgentCreated,
    errors: ['duplicate'],
  },
  'GET /api/agents/status': { summary: 'Agents, for the status view', answer: AgentList },
  'POST /api/agents/enroll-token': {
    summary: 'Make a token by which one device enrols itself',
    body: EnrollTokenRequest,
    example: { ttl: 3600, code: 'gate-1' },
    status: 201,
    answer: EnrollToken,
  },
  'POST /api/agents/:code/rotate-key': {
    summary: 'Make a new API key; the old one dies in a day or at its first use, with revoke now',
    body: RotateKeyRequest,
    example: { revoke: true },
    answer: KeyRotated,
  },
  'POST /api/agents/:code/accept': {
    summary: 'Lift a quarantine',
    body: AcceptRequest,
    example: { hardwareSerial: '10000000a1b2c3d4' },
    answer: Done,
  },
  'POST /api/agents/:code/command/relay': {
    summary: 'Switch a relay; what became of it comes as agent:ack, and in the list of commands',
    body: RelayCommandRequest,
    example: { pin: 17, state: 1, duration: 5000, id: 'order-1' },
    status: 202,
    answer: RelayCommandIssued,
    errors: ['agent_offline', 'agent_quarantined', 'duplicate', 'bus_unavailable'],
  },
  'GET /api/agents/:code/commands': {
    summary: 'Relay commands and their results, newest first',
    query: CommandsQuery,
    answer: RelayCommandList,
  },
  'PATCH /api/agents/:code': {
    summary: 'Change an agent; what is left out stays, null clears',
    body: UpdateAgentRequest,
    example: { location: 'Patio' },
    answer: AgentUpdated,
  },
  'DELETE /api/agents/:code': {
    summary: 'Delete an agent; its keys die, its reads stay',
    answer: Done,
  },
  'GET /api/agents/:code/telemetry': {
    summary: 'Averages of a sensor, at most 500 points; the last 6 hours unless told otherwise',
    query: SeriesQuery,
    answer: TelemetrySeries,
  },
  'GET /api/agents/:code/gaps': {
    summary: 'What an agent lost, newest first',
    query: LossQuery,
    answer: GapList,
  },
  'GET /api/map/agents': { summary: 'Agents on the map, with counts of today', answer: MapAgents },
  'GET /api/dead-letters': {
    summary: 'Entries that the hub could not read, newest first',
    query: LossQuery,
    answer: DeadLetterList,
  },
  'POST /api/agent/enroll': {
    summary: 'A device trades its enrolment token for an API key',
    body: EnrollRequest,
    example: { token: 'enroll-token', code: 'gate-3', name: 'Portería Sur' },
    status: 201,
    answer: EnrollResponse,
    errors: ['unauthorized', 'forbidden', 'duplicate'],
  },
  'GET /api/alerts': { summary: 'What a person should look at', answer: AlertList },
  'GET /api/settings/suppress-window': readWindow,
  'PUT /api/settings/suppress-window': setWindow,
  'GET /api/admin/settings/suppress-window': readWindow,
  'PUT /api/admin/settings/suppress-window': setWindow,
} satisfies Record<string, Call>
