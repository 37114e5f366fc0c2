import { randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import type { EdgeConfig } from '../../config.ts'
import { Identity } from '../../enroll/identity.ts'
import { fault, type Finding, ok, warning } from '../finding.ts'
import { codeOf } from '../probe-connection.ts'
import { type Machine, placeOf } from '../machine.ts'
import { readPlainFile } from '../plain-file.ts'

const ANSWERS_WITHIN_MS = 5000
const NEW_KEY =
  'en el hub, Administración → Agentes: «Rotar clave» y ponga la nueva en EDGE_API_KEY, o «.env» y EDGE_ENROLL_TOKEN'

/** Whether the hub accepts a key of this edge. The running edge's connection is left alone. */
export async function checkHubKey(machine: Machine, config: EdgeConfig): Promise<Finding[]> {
  const check = 'hub-key'
  const stored = storedKeys(machine, config)
  const given: { from: string; key: string | undefined }[] = [
    { from: 'EDGE_API_KEY', key: config.apiKey },
    { from: 'la guardada', key: stored.apiKey },
    { from: 'la anterior', key: stored.previousKey },
  ]
  const keys = given.filter((one, i) => {
    return one.key !== undefined && given.findIndex(({ key }) => key === one.key) === i
  })
  for (const { from, key = '' } of keys) {
    const answer = await presentKey(config.hubUrl, key)
    if (answer === 'accepted') return [ok(check, `el hub acepta la clave (${from})`)]
    if (answer === 'refused') continue
    const text = `no se pudo probar la clave: ${answer.fault}`
    return [warning({ check, text, fix: 'revise primero la conexión con el hub' })]
  }
  if (config.enrollToken !== undefined) {
    const text = 'sin clave válida: el edge canjeará EDGE_ENROLL_TOKEN cuando arranque'
    return [warning({ check, text, fix: `arranque el edge; si el token ha vencido, ${NEW_KEY}` })]
  }
  if (stored.isHidden) {
    const text = 'identity.json no se puede leer: la clave guardada queda sin probar'
    return [warning({ check, text, fix: 'repítalo con sudo' })]
  }
  const text = keys.length > 0 ? 'el hub rechaza la clave (401)' : 'no hay clave ni token'
  return [fault({ check, text, fix: NEW_KEY })]
}

interface StoredKeys extends Partial<Identity> {
  /** There is an identity that this account may not read. */
  isHidden: boolean
}

function storedKeys(machine: Machine, { dataDir, agentCode }: EdgeConfig): StoredKeys {
  try {
    const text = readPlainFile(placeOf(machine, join(dataDir, 'identity.json')))
    const identity = Identity.parse(JSON.parse(text))
    const isOurs = identity.agentCode.toLowerCase() === agentCode.toLowerCase()
    return isOurs ? { ...identity, isHidden: false } : { isHidden: false }
  } catch (error) {
    // Without a code it is a broken one, which the edge sets aside at its start.
    const code = error instanceof Error && 'code' in error ? error.code : 'ENOENT'
    return { isHidden: code !== 'ENOENT' }
  }
}

/**
 * Presents the key in an upgrade of a WebSocket version that does not exist. The hub looks at the key
 * first, 401 if it is not good, and then refuses the version: no second socket of the agent is
 * opened, which would end that of the running edge.
 */
export function presentKey(
  hubUrl: URL,
  key: string,
): Promise<'accepted' | 'refused' | { fault: string }> {
  return new Promise((done) => {
    const request = (hubUrl.protocol === 'https:' ? requestHttps : requestHttp)(
      new URL('/api/agent/sync', hubUrl),
      {
        headers: {
          authorization: `Bearer ${key}`,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          'sec-websocket-version': '0',
        },
        timeout: ANSWERS_WITHIN_MS,
      },
    )
    request.on('response', (answer) => {
      const { statusCode = 0, headers } = answer
      answer.destroy()
      if (statusCode === 401) done('refused')
      else if (headers['sec-websocket-version'] !== undefined) done('accepted')
      else done({ fault: `estado ${statusCode}` })
    })
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      done({ fault: 'contesta algo que no es un hub' })
    })
    request.on('timeout', () => request.destroy(new Error('sin respuesta en 5 s')))
    request.on('error', (error) => done({ fault: codeOf(error) }))
    request.end()
  })
}
