import { z } from 'zod'
import { antennaNames, readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'
import { caFile, secretVariable } from '../reader-secrets.ts'

const URL_FAULT = 'must be the address of the reader, such as "https://impinj-01-23-45.local"'
const PORT_FAULT = 'must be a port from 1 to 65535'
const HOST_FAULT = 'must be an address of this machine, such as "127.0.0.1" or "0.0.0.0"'
const PATH_FAULT = 'must be a path such as "/reads"'

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
      .max(200, 'must be at most 200 characters')
      .refine(isAddress, URL_FAULT)
      .optional(),
    /** Inventory preset that is started on each connection; absent: another program starts it. */
    preset: z
      .string('must name an inventory preset, such as "default"')
      .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must name an inventory preset, such as "default"')
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
      refuse('url', 'give either url, for the stream of a reader, or port, for a webhook')
      return
    }
    const foreign = (isStream ? OF_WEBHOOK : OF_STREAM).find((key) => config[key] !== undefined)
    if (foreign !== undefined) refuse(foreign, `goes with ${isStream ? 'port' : 'url'}`)
    if (!isStream && config.keyEnv === undefined) {
      refuse(
        'keyEnv',
        'is missing; name the environment variable that holds the key of the webhook',
      )
    }
    if (config.passwordEnv !== undefined && config.userEnv === undefined) {
      refuse('passwordEnv', 'needs userEnv beside it')
    }
  })
export type HttpReaderConfig = z.infer<typeof HttpReaderConfig>

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  const isBare = [username, password, search, hash].every((part) => part === '')
  return (protocol === 'http:' || protocol === 'https:') && isBare && pathname === '/'
}
