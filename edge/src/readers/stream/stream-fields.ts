import { z } from 'zod'
import { readerId, silentAfterMs } from '../reader-fields.ts'
import { addressRange, listenAddress } from '../tcp/listen-fields.ts'
import { hostField } from '../tcp/tcp-fields.ts'

const MAX_BAUD_RATE = 4_000_000
const PATH_FAULT = 'debe nombrar el puerto serie, por ejemplo "/dev/serial/by-id/…"'
const PORT_FAULT = 'debe ser el puerto del lector o conversor, por ejemplo 2022'
const LISTEN_FAULT =
  'debe ser una dirección de este equipo y un puerto de 1024 a 65535, por ejemplo "192.168.1.10:6000"'
const FROM_FAULT =
  'debe decir quién puede llamar: una dirección como "192.168.1.50" o una red como "192.168.1.0/24"'
const NO_LINK_FAULT = `${PATH_FAULT}; o ponga en su lugar "host" y "port", o "listen" y "from"`

/** Links by the key that chooses each, with the keys that go with it alone. */
const LINKS = {
  path: ['dtr', 'rts'],
  host: ['port'],
  listen: ['from'],
} as const
type Link = keyof typeof LINKS
const LINK_KEYS = Object.keys(LINKS) as Link[]

const linkFields = {
  path: z.string(PATH_FAULT).min(1, PATH_FAULT).max(256, 'debe tener como mucho 256 caracteres'),
  baudRate: z
    .int('debe ser un número entero, por ejemplo 9600')
    .min(1, 'debe ser positivo, por ejemplo 9600')
    .max(MAX_BAUD_RATE, `debe ser como mucho ${MAX_BAUD_RATE}`),
  /** Modem lines, for boards that print only while one is set. Absent: as the system opens them. */
  dtr: z.boolean('debe ser true o false').optional(),
  rts: z.boolean('debe ser true o false').optional(),
  port: z.int(PORT_FAULT).min(1, PORT_FAULT).max(65_535, PORT_FAULT).optional(),
  listen: z
    .string(LISTEN_FAULT)
    .refine((text) => listenAddress(text) !== null, LISTEN_FAULT)
    .optional(),
  from: z
    .string(FROM_FAULT)
    .refine((text) => addressRange(text) !== null, FROM_FAULT)
    .optional(),
}

/**
 * The schema of a type whose device is a stream of bytes, with the settings of its own. It takes one
 * of three links: `path`, a serial port; `host` and `port`, a TCP connection to the reader or its
 * converter; or `listen` and `from`, for those that dial in.
 */
export function streamSchema<Type extends string, Own extends z.ZodRawShape>(
  type: Type,
  own: Own,
  { baudRate = 9600 }: { baudRate?: number } = {},
) {
  const fields = {
    type: z.literal(type),
    id: readerId,
    ...linkFields,
    path: linkFields.path.optional(),
    baudRate: linkFields.baudRate.default(baudRate),
    host: hostField.optional(),
    silentAfterMs,
  }
  return z.strictObject({ ...fields, ...own }).superRefine((config, context) => {
    const fault = linkFault(config as StreamSettings)
    if (fault !== null)
      context.addIssue({ code: 'custom', path: [fault.key], message: fault.message })
  })
}

/** The settings of a link, whatever the type. */
export interface StreamSettings {
  path?: string | undefined
  baudRate: number
  dtr?: boolean | undefined
  rts?: boolean | undefined
  host?: string | undefined
  port?: number | undefined
  listen?: string | undefined
  from?: string | undefined
}

/** The configuration of any type that `streamSchema` makes. */
export interface StreamReaderConfig extends StreamSettings {
  type: string
  id: string
  silentAfterMs: number
}

function linkFault(config: StreamSettings): { key: string; message: string } | null {
  const [link, other] = LINK_KEYS.filter((key) => config[key] !== undefined)
  if (link === undefined) return { key: 'path', message: NO_LINK_FAULT }
  if (other !== undefined) {
    return { key: other, message: `está junto a "${link}"; un lector tiene uno solo` }
  }
  for (const [of, keys] of Object.entries(LINKS)) {
    const stray = keys.find((key) => of !== link && config[key] !== undefined)
    if (stray !== undefined) {
      return { key: stray, message: `va con "${of}", y el lector tiene "${link}"; quítelo` }
    }
  }
  if (link === 'host' && config.port === undefined) return { key: 'port', message: PORT_FAULT }
  if (link === 'listen' && config.from === undefined) return { key: 'from', message: FROM_FAULT }
  return null
}

/** Port, address or own address of a reader: no other reader may have it, and the status tells it. */
export function placeOf({ path, host, port, listen }: StreamSettings): string {
  return path ?? listen ?? `${host}:${port}`
}
