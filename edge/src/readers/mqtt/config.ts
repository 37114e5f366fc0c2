import { z } from 'zod'
import { antennaNames, readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'
import { caFile, secretVariable } from '../reader-secrets.ts'

const URL_FAULT =
  'must be the address of the broker, such as "mqtt://192.168.1.10:1883" or "mqtts://…"'
const TOPIC_FAULT = 'must be a topic or filter, such as "ziotc/#"'

/** A reader that publishes its reads as JSON to an MQTT broker, or many of them. */
export const MqttReaderConfig = z
  .strictObject({
    type: z.literal('mqtt'),
    id: readerId,
    url: z.string(URL_FAULT).max(120, 'must be at most 120 characters').refine(isBroker, URL_FAULT),
    topic: z
      .string(TOPIC_FAULT)
      .max(128, 'must be at most 128 characters')
      .refine(isFilter, TOPIC_FAULT),
    /** Names this reader's session at the broker; absent: made of the machine's id. */
    clientId: z
      .string()
      .regex(
        /^[A-Za-z0-9._-]{1,64}$/,
        'must be 1 to 64 letters, digits, dots, hyphens or underscores',
      )
      .optional(),
    userEnv: secretVariable.optional(),
    passwordEnv: secretVariable.optional(),
    /** PEM of the authority that signed the broker's certificate; absent: those that Node knows. */
    caFile: caFile.optional(),
    mqttVersion: z.literal([5, 4], 'must be 5, or 4 for a broker of MQTT 3.1.1').default(5),
    antennas: antennaNames,
    uid: uidSetting('tid'),
    silentAfterMs,
  })
  .refine(({ userEnv, passwordEnv }) => userEnv !== undefined || passwordEnv === undefined, {
    path: ['passwordEnv'],
    message: 'needs userEnv beside it',
  })
export type MqttReaderConfig = z.infer<typeof MqttReaderConfig>

function isBroker(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text)
  const isBare = [username, password, search, hash].every((part) => part === '')
  const isMqtt = protocol === 'mqtt:' || protocol === 'mqtts:'
  return isMqtt && hostname !== '' && isBare && (pathname === '' || pathname === '/')
}

/** `+` stands for one level and `#`, at the end, for all that follow. */
function isFilter(topic: string): boolean {
  const levels = topic.split('/')
  return (
    topic !== '' &&
    !topic.includes('\0') &&
    levels.every((level, i) => {
      if (level === '#') return i === levels.length - 1
      return level === '+' || !/[+#]/.test(level)
    })
  )
}
