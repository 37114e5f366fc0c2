import { RUNNING } from '@vehicle-control/hub/version'
import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'

/** What the hub says first, as far as this rig looks at it. */
interface Welcome {
  join: string | null
  quarantined: boolean
}

/**
 * Puts an agent into quarantine: a device with one serial is known at the hub, then another one
 * comes with its key. Answers the claimant's connection, to be closed.
 */
export async function claimTwice(
  client: HubClient,
  code: string,
  serials: { known: string; claimant: string },
): Promise<WebSocket> {
  const key = await client.enroll(code)
  const known = await connect(client.url, key, code, serials.known)
  known.socket.send(JSON.stringify({ type: 'joined', mono: 1, join: known.welcome.join }))
  // Its answer shows that what came before it is stored.
  const entry = { seq: 1, kind: 'read', at: Date.now(), age: 0, clock: 'synced' }
  const data = { uid: 'TEST-CLONE', reader: 'gate', antenna: 1, rssi: -60 }
  const batch = { epoch: known.epoch, prev: 0, mono: 1, entries: [{ ...entry, data }] }
  known.socket.send(JSON.stringify({ type: 'batch', ...batch }))
  await heard(known.socket, 'ack')
  known.socket.close()
  const claimant = await connect(client.url, key, code, serials.claimant)
  if (!claimant.welcome.quarantined) throw new Error('the hub took the second device')
  return claimant.socket
}

async function connect(url: string, key: string, code: string, hardwareSerial: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/agent/sync`, {
    headers: { authorization: `Bearer ${key}` },
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const epoch = newEpoch()
  const who = { agent: code, version: RUNNING.version, bootId: 'b', mono: 1, wall: Date.now() }
  const epochs = [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }]
  const state = { clock: 'synced', hardwareSerial, join: null, epochs }
  const welcome = heard(socket, 'welcome')
  socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...who, ...state }))
  return { socket, epoch, welcome: (await welcome) as unknown as Welcome }
}

function heard(socket: WebSocket, type: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error(`closed before ${type}`)))
    socket.on('message', (frame: Buffer) => {
      const said = JSON.parse(frame.toString()) as Record<string, unknown>
      if (said['type'] === type) resolve(said)
    })
  })
}
