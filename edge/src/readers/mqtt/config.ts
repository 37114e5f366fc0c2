import { z } from 'zod'
import { antennaNames, readerId, silentAfterMs, uidSetting } from '../reader-fields.ts'
import { caFile, secretVariable } from '../reader-secrets.ts'

const URL_FAULT =
  'debe ser la dirección del broker, por ejemplo "mqtt://192.168.1.10:1883" o "mqtts://…"'
const TOPIC_FAULT = 'debe ser un tema o filtro, por ejemplo "ziotc/#"'

/** A reader that publishes its reads as JSON to an MQTT broker, or many of them. */
export const MqttReaderConfig = z
  .strictObject({
    type: z.literal('mqtt'),
    id: readerId,
    url: z
      .string(URL_FAULT)
      .max(120, 'debe tener como mucho 120 caracteres')
      .refine(isBroker, URL_FAULT),
    topic: z
      .string(TOPIC_FAULT)
      .max(128, 'debe tener como mucho 128 caracteres')
      .refine(isFilter, TOPIC_FAULT),
    /** Names this reader's session at the broker; absent: made of the machine's id. */
    clientId: z
      .string()
      .regex(
        /^[A-Za-z0-9._-]{1,64}$/,
        'debe tener de 1 a 64 letras, cifras, puntos, guiones o guiones bajos',
      )
      .optional(),
    userEnv: secretVariable.optional(),
    passwordEnv: secretVariable.optional(),
    /** PEM of the authority that signed the broker's certificate; absent: those that Node knows. */
    caFile: caFile.optional(),
    mqttVersion: z.literal([5, 4], 'debe ser 5, o 4 para un broker de MQTT 3.1.1').default(5),
    antennas: antennaNames,
    uid: uidSetting('tid'),
    silentAfterMs,
  })
  .refine(({ userEnv, passwordEnv }) => userEnv !== undefined || passwordEnv === undefined, {
    path: ['passwordEnv'],
    message: 'necesita userEnv a su lado',
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
