import { z } from 'zod'
import { antennaNames, readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'
import { caFile, secretVariable } from '../reader-secrets.ts'

const URL_FAULT = 'debe ser la dirección del lector, por ejemplo "https://impinj-01-23-45.local"'
const PORT_FAULT = 'debe ser un puerto de 1 a 65535'
const HOST_FAULT = 'debe ser una dirección de este equipo, por ejemplo "127.0.0.1" o "0.0.0.0"'
const PATH_FAULT = 'debe ser una ruta, por ejemplo "/reads"'

/** Characters of the shortest key of a webhook that is not to be guessed. */
export const HOOK_KEY_MIN = 16

/** The settings that only a reader with `url` or only one with `port` has. */
const OF_STREAM = ['preset', 'userEnv', 'passwordEnv', 'caFile'] as const
const OF_WEBHOOK = ['host', 'hookPath', 'keyEnv'] as const

/**
 * Reads over HTTP, of two kinds: `url` names a reader whose stream of events is followed, and `port`
 * opens a webhook that other software posts to.
 */
export const HttpReaderConfig = z
  .strictObject({
    type: z.literal('http'),
    id: readerId,
    url: z
      .string(URL_FAULT)
      .max(200, 'debe tener como mucho 200 caracteres')
      .refine(isAddress, URL_FAULT)
      .optional(),
    /** Inventory preset that is started on each connection; absent: another program starts it. */
    preset: z
      .string('debe nombrar un preset de inventario, por ejemplo "default"')
      .regex(
        /^[A-Za-z0-9._-]{1,64}$/,
        'debe nombrar un preset de inventario, por ejemplo "default"',
      )
      .optional(),
    userEnv: secretVariable.optional(),
    passwordEnv: secretVariable.optional(),
    caFile: caFile.optional(),
    port: z.int(PORT_FAULT).min(1, PORT_FAULT).max(65_535, PORT_FAULT).optional(),
    host: z
      .string(HOST_FAULT)
      .regex(/^[0-9A-Fa-f.:]{2,45}$/, HOST_FAULT)
      .optional(),
    hookPath: z
      .string(PATH_FAULT)
      .regex(/^\/[A-Za-z0-9._/-]{0,100}$/, PATH_FAULT)
      .optional(),
    keyEnv: secretVariable.optional(),
    antennas: antennaNames,
    uid: uidSetting('tid'),
    silentAfterMs,
  })
  .superRefine((config, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const isStream = config.url !== undefined
    if (isStream === (config.port !== undefined)) {
      refuse('url', 'ponga url, para el stream de un lector, o port, para un webhook')
      return
    }
    const foreign = (isStream ? OF_WEBHOOK : OF_STREAM).find((key) => config[key] !== undefined)
    if (foreign !== undefined) refuse(foreign, `va con ${isStream ? 'port' : 'url'}`)
    if (!isStream && config.keyEnv === undefined) {
      refuse('keyEnv', 'falta; nombre la variable de entorno que tiene la clave del webhook')
    }
    if (config.passwordEnv !== undefined && config.userEnv === undefined) {
      refuse('passwordEnv', 'necesita userEnv a su lado')
    }
  })
export type HttpReaderConfig = z.infer<typeof HttpReaderConfig>

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  const isBare = [username, password, search, hash].every((part) => part === '')
  return (protocol === 'http:' || protocol === 'https:') && isBare && pathname === '/'
}
