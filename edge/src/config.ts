import { AgentCode, ConfigError, READERS_MAX } from '@vehicle-control/protocol'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ReaderConfig } from './readers/reader-config.ts'
import { RelaysConfig } from './relays/relay-config.ts'
import { type SensorConfig, SensorsConfig } from './sensors/sensor-config.ts'

const EXAMPLE = '{"readers":[{"id":"gate","type":"line","path":"/dev/ttyUSB0","baudRate":9600}]}'
const HUB_URL_FIX = 'give the address of the hub, such as https://hub.example.org'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const HubUrl = z.string(`is not set; ${HUB_URL_FIX}`).transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const fault = url === null ? 'is no URL' : hubUrlFault(url)
  if (url !== null && fault === null) return url
  context.addIssue(`${fault}; ${HUB_URL_FIX}`)
  return z.NEVER
})

// The value is not quoted: it may hold a password.
function hubUrlFault(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http or https'
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password'
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return 'must end after host and port'
  }
  return null
}

const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'holds blanks or characters that none has; copy it again')

const Environment = z.object({
  EDGE_HUB_URL: HubUrl,
  EDGE_AGENT_CODE: z
    .string('is not set; give the code of this agent, such as gate-1')
    .refine(
      (code) => AgentCode.safeParse(code).success,
      'must be 1 to 64 letters, digits, hyphens or underscores, such as gate-1',
    ),
  EDGE_API_KEY: secret.optional(),
  EDGE_ENROLL_TOKEN: secret
    .min(6, 'is shorter than any token; copy it again')
    .max(128, 'is longer than any token; copy it again')
    .optional(),
  EDGE_AGENT_NAME: z.string().max(120, 'must be at most 120 characters').optional(),
  EDGE_AGENT_LOCATION: z.string().max(200, 'must be at most 200 characters').optional(),
  EDGE_DATA_DIR: z.string().default('./data/edge'),
  EDGE_CONFIG: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
})

const NO_DEVICES: Pick<EdgeConfig, 'readers' | 'relays' | 'sensors'> = {
  readers: [],
  relays: { driver: 'simulated', lines: [] },
  sensors: [],
}

const ConfigFile = z.strictObject(
  {
    readers: z
      .array(ReaderConfig, `must be a list of readers, as in ${EXAMPLE}`)
      .min(1, `must hold a reader, as in ${EXAMPLE}`)
      .max(READERS_MAX, `must hold at most ${READERS_MAX} readers`)
      .superRefine(refuseDuplicates),
    relays: RelaysConfig.default(NO_DEVICES.relays),
    sensors: SensorsConfig.default([]),
  },
  {
    error: (issue) => (issue.code === 'invalid_type' ? `must be an object: ${EXAMPLE}` : undefined),
  },
)

function refuseDuplicates(readers: ReaderConfig[], context: z.RefinementCtx<ReaderConfig[]>): void {
  const ids = new Set<string>()
  const ports = new Set<string>()
  for (const [i, reader] of readers.entries()) {
    if (ids.has(reader.id)) {
      const message = `"${reader.id}" is the id of another reader too; give each its own`
      context.addIssue({ code: 'custom', path: [i, 'id'], message })
    }
    ids.add(reader.id)
    if (!('path' in reader)) continue
    if (ports.has(reader.path)) {
      const message = 'is the port of another reader too; one port serves one reader'
      context.addIssue({ code: 'custom', path: [i, 'path'], message })
    }
    ports.add(reader.path)
  }
}

/** Everything that the operator sets. enroll/credentials.ts decides which key or token is used. */
export interface EdgeConfig {
  /** http or https, host and port only. */
  hubUrl: URL
  agentCode: string
  apiKey?: string
  enrollToken?: string
  agentName?: string
  agentLocation?: string
  dataDir: string
  logLevel: (typeof LOG_LEVELS)[number]
  /** Ids are unique; empty only where EDGE_CONFIG is not set. */
  readers: ReaderConfig[]
  /** `lines` is empty where there are no relays. */
  relays: RelaysConfig
  sensors: SensorConfig[]
}

/**
 * Reads the environment and the file that EDGE_CONFIG names; without it there are no devices. An
 * empty variable counts as absent.
 *
 * @throws ConfigError for the first fault: one line with the variable or JSON path and the fix; it
 * never quotes a secret.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv,
  readFile = (path: string) => readFileSync(path, 'utf8'),
): EdgeConfig {
  const environment = Environment.safeParse(withoutEmpty(env))
  if (!environment.success) throw new ConfigError(describe(environment.error))
  const given = environment.data
  return {
    hubUrl: given.EDGE_HUB_URL,
    agentCode: given.EDGE_AGENT_CODE,
    apiKey: given.EDGE_API_KEY,
    enrollToken: given.EDGE_ENROLL_TOKEN,
    agentName: given.EDGE_AGENT_NAME,
    agentLocation: given.EDGE_AGENT_LOCATION,
    dataDir: given.EDGE_DATA_DIR,
    logLevel: given.LOG_LEVEL,
    ...(given.EDGE_CONFIG === undefined ? NO_DEVICES : loadFile(given.EDGE_CONFIG, readFile)),
  }
}

// A variable without a value in systemd's EnvironmentFile is set, to an empty text.
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== '' && value !== undefined),
  )
}

function loadFile(path: string, readFile: (path: string) => string): z.infer<typeof ConfigFile> {
  const parsed = ConfigFile.safeParse(parseJson(path, readText(path, readFile)))
  if (parsed.success) return parsed.data
  throw new ConfigError(`EDGE_CONFIG ${path}: ${describe(parsed.error)}`)
}

function readText(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new ConfigError(
      `EDGE_CONFIG ${path} cannot be read (${code}); name a JSON file such as ${EXAMPLE}`,
      { cause },
    )
  }
}

// The parser's own message is dropped: it quotes the text around the fault, which may be a secret.
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? '' : ` at line ${lineOf(text, Number(position))}`
    throw new ConfigError(`EDGE_CONFIG ${path} is not valid JSON${line}; check it with jq`)
  }
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

function describe(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'is not valid'
  if (issue.code === 'unrecognized_keys') {
    const key = jsonPath([...issue.path, issue.keys[0] ?? ''])
    return `${key} is no known key; correct or remove it`
  }
  return `${jsonPath(issue.path)} ${issue.message}`.trim()
}

function jsonPath(path: PropertyKey[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? String(step) : `.${String(step)}`
  }
  return text
}
