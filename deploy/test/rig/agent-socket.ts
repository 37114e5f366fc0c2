import type { Hello } from '@vehicle-control/protocol'
import { RUNNING } from '@vehicle-control/hub/version'
import { WebSocket } from 'ws'

/**
 * A connection of an agent that the hub has greeted, with an epoch that has no entries yet. `more`:
 * what its hello says beside what an older edge's does.
 */
export async function openAgent(
  url: string,
  key: string,
  code: string,
  epoch: string,
  more: Pick<Hello, 'accepts'> = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/agent/sync`, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const hello = {
    type: 'hello',
    protocol: 1,
    agent: code,
    version: RUNNING.version,
    bootId: 'b',
    mono: 1,
  }
  const epochs = [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }]
  const rest = { wall: Date.now(), clock: 'synced', hardwareSerial: null, join: null, epochs }
  socket.send(JSON.stringify({ ...hello, ...rest, ...more }))
  await new Promise((resolve) => socket.once('message', resolve))
  return socket
}
