import { AgentCode, ConfigError } from '@vehicle-control/protocol'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  CONFIG_EXAMPLE,
  describeFault,
  nonEmptyVariables,
  parseConfig,
  readConfigFile,
} from './config-file.ts'
import { isSameChip } from './gpio/header-chips.ts'
import { type InputConfig, inputFault, InputsConfig } from './inputs/input-config.ts'
import type { ReaderConfig } from './readers/reader-config.ts'
import { externalFault } from './readers/external-fault.ts'
import { resourceOf } from './readers/open-reader.ts'
import { ReadersConfig } from './readers/reader-list.ts'
import { pinsOf, readerPinFault } from './readers/reader-pins.ts'
import { busOf } from './relays/board-config.ts'
import { RelaysConfig } from './relays/relay-config.ts'
import { busPortFault, relayPinFault } from './relays/relay-ports.ts'
import { type SensorConfig, SensorsConfig } from './sensors/sensor-config.ts'
import { sensorPinFault } from './sensors/sensor-pins.ts'

export const DEFAULT_DATA_DIR = './data/edge'
const HUB_URL_FIX = 'ponga la dirección del hub, por ejemplo https://hub.example.org'
const METRICS_PORT_FIX = 'debe ser un puerto de 0 a 65535, por ejemplo 9464, o faltar'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const HubUrl = z.string(`falta; ${HUB_URL_FIX}`).transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const fault = url === null ? 'no es una URL' : hubUrlFault(url)
  if (url !== null && fault === null) return url
  context.addIssue(`${fault}; ${HUB_URL_FIX}`)
  return z.NEVER
})

// The value is not quoted: it may hold a password.
function hubUrlFault(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'debe comenzar con http o https'
  if (url.username !== '' || url.password !== '') return 'no debe llevar usuario ni clave'
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return 'debe terminar después del nombre y el puerto'
  }
  return null
}

const secret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'lleva espacios o caracteres que ninguna tiene; cópiela de nuevo')

const Environment = z.object({
  EDGE_HUB_URL: HubUrl,
  EDGE_AGENT_CODE: z
    .string('falta; ponga el código de este agente, por ejemplo gate-1')
    .refine(
      (code) => AgentCode.safeParse(code).success,
      'debe tener de 1 a 64 letras, cifras, guiones o guiones bajos, por ejemplo gate-1',
    ),
  EDGE_API_KEY: secret.optional(),
  EDGE_ENROLL_TOKEN: secret
    .min(6, 'es más corto que cualquier token; cópielo de nuevo')
    .max(128, 'es más largo que cualquier token; cópielo de nuevo')
    .optional(),
  EDGE_AGENT_NAME: z.string().max(120, 'debe tener como mucho 120 caracteres').optional(),
  EDGE_AGENT_LOCATION: z.string().max(200, 'debe tener como mucho 200 caracteres').optional(),
  EDGE_DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  EDGE_CONFIG: z.string().optional(),
  EDGE_METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, METRICS_PORT_FIX)
    .transform(Number)
    .refine((port) => port <= 65_535, METRICS_PORT_FIX)
    .optional(),
  EDGE_ALLOW_HTTP: z.enum(['0', '1'], 'debe ser 1, 0 o faltar').default('0'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `debe ser una de estas: ${LOG_LEVELS.join(', ')}`).default('info'),
})

const NO_DEVICES: Pick<EdgeConfig, 'readers' | 'relays' | 'inputs' | 'sensors'> = {
  readers: [],
  // Inputs use the driver of the relays; without relays `auto` looks for one.
  relays: { driver: 'auto', lines: [] },
  inputs: [],
  sensors: [],
}

const ConfigFile = z
  .strictObject(
    {
      readers: ReadersConfig,
      relays: RelaysConfig.default(NO_DEVICES.relays),
      inputs: InputsConfig.default([]),
      sensors: SensorsConfig.default([]),
    },
    {
      error: (issue) =>
        issue.code === 'invalid_type' ? `debe ser un objeto: ${CONFIG_EXAMPLE}` : undefined,
    },
  )
  .superRefine(({ readers, inputs, relays, sensors }, context) => {
    const pins = relays.lines.map((line) => line.pin)
    const taken = new Map<number, string>(inputs.map(({ pin }) => [pin, 'una entrada']))
    for (const pin of pins) taken.set(pin, 'un relé')
    const ofReaders = readers.flatMap(pinsOf).filter(({ chip }) => isSameChip(chip, undefined))
    const withReaders = new Map([
      ...ofReaders.map(({ pin, reader }) => [pin, `el lector ${reader}`] as const),
      ...taken,
    ])
    const ports = readers.flatMap((reader) => resourceOf(reader) ?? [])
    const { boards = [] } = relays
    const fault =
      busPortFault(boards, ports) ??
      relayPinFault(relays.lines, [...ports, ...boards.map(busOf)]) ??
      inputFault(inputs, pins) ??
      readerPinFault(readers, { taken, chip: relays.chip }) ??
      sensorPinFault(sensors, withReaders)
    if (fault !== null) context.addIssue({ code: 'custom', ...fault })
  })

/** Everything that the operator sets. enroll/credentials.ts decides which key or token is used. */
export interface EdgeConfig {
  /** http or https, host and port only. */
  hubUrl: URL
  /** The operator accepts a link to the hub without TLS. */
  allowHttp: boolean
  agentCode: string
  apiKey?: string
  enrollToken?: string
  agentName?: string
  agentLocation?: string
  dataDir: string
  /** Where /metrics is served on loopback; absent: nowhere. */
  metricsPort?: number | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Ids are unique; empty only where EDGE_CONFIG is not set. */
  readers: ReaderConfig[]
  /** `lines` is empty where there are no relays. */
  relays: RelaysConfig
  inputs: InputConfig[]
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
  const environment = parseConfig(Environment, nonEmptyVariables(env))
  if (!environment.success) throw new ConfigError(describeFault(environment.error))
  const given = environment.data
  return {
    hubUrl: given.EDGE_HUB_URL,
    allowHttp: given.EDGE_ALLOW_HTTP === '1',
    agentCode: given.EDGE_AGENT_CODE,
    apiKey: given.EDGE_API_KEY,
    enrollToken: given.EDGE_ENROLL_TOKEN,
    agentName: given.EDGE_AGENT_NAME,
    agentLocation: given.EDGE_AGENT_LOCATION,
    dataDir: given.EDGE_DATA_DIR,
    metricsPort: given.EDGE_METRICS_PORT,
    logLevel: given.LOG_LEVEL,
    ...(given.EDGE_CONFIG === undefined ? NO_DEVICES : loadFile(given.EDGE_CONFIG, env, readFile)),
  }
}

function loadFile(
  path: string,
  env: NodeJS.ProcessEnv,
  readFile: (path: string) => string,
): z.infer<typeof ConfigFile> {
  const parsed = parseConfig(ConfigFile, readConfigFile(path, readFile))
  if (!parsed.success) throw new ConfigError(`EDGE_CONFIG ${path}: ${describeFault(parsed.error)}`)
  const fault = externalFault(parsed.data.readers, { env, readFile })
  if (fault !== null) throw new ConfigError(`EDGE_CONFIG ${path}: ${fault}`)
  return parsed.data
}
