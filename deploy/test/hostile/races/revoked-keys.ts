import type { LogsResponse } from '@vehicle-control/protocol'
import { RawWebSocket } from '../raw-web-socket.ts'
import type { Target } from '../target.ts'
import type { Race } from './race.ts'

const DEVICES = 5
/** So many more are taken, one after the other: then the connection is not about to close. */
const LATE_READS_MAX = 200

/** A key that is revoked while devices connect with it ends all of them, and brings no read more. */
export async function raceRevocation(race: Race): Promise<void> {
  const { target, turn } = race
  const code = `revocado-${turn}`
  const key = await target.enroll(code)
  await endDuring(race, code, key, async () => {
    await target.client.post(`/api/agents/${code}/rotate-key`, { revoke: true })
  })
}

/** So does an agent that is deleted. */
export async function raceDeletion(race: Race): Promise<void> {
  const { target, turn } = race
  const code = `borrado-${turn}`
  const key = await target.enroll(code)
  const { token } = target.client
  await endDuring(race, code, key, async () => {
    const { status, body } = await target.ask('DELETE', `/api/agents/${code}`, { token })
    if (status !== 200) throw new Error(`the agent was not deleted: ${status} ${body}`)
  })
}

async function endDuring(
  { target, chance, tally }: Race,
  code: string,
  key: string,
  end: () => Promise<void>,
): Promise<void> {
  const late = `TARDE${chance.word(12).toUpperCase()}`
  let isEnded = false
  let stored = () => {}
  const isStoring = new Promise<void>((resolve) => (stored = resolve))
  const devices = Array.from({ length: DEVICES }, async (_, i) => {
    const epoch = chance.word(16)
    const socket = await RawWebSocket.open(target.url, { authorization: `Bearer ${key}` }).catch(
      () => null,
    )
    if (socket === null) return 'refused'
    socket.sendText(helloOf(code, epoch))
    await socket.next('welcome')
    for (let seq = 1, lateOnes = 0; !socket.isOver; seq++) {
      if (lateOnes > LATE_READS_MAX) {
        tally.fault('a connection goes on although its key has ended')
        break
      }
      // Named by what its sender knew: that the key had ended.
      const uid = isEnded ? late : `ANTES${i}`
      if (isEnded) lateOnes++
      socket.sendText(batchOf(epoch, seq, uid))
      if (await socket.next('ack')) stored()
    }
    socket.destroy()
    return socket.ending
  })
  // While they still shake hands, or once one of them is at home.
  if (chance.percent(50)) await Promise.race([isStoring, Promise.all(devices)])
  await end()
  isEnded = true
  for (const outcome of await Promise.all(devices)) tally.count(outcome)
  const refused = await RawWebSocket.refused(
    target.url,
    { authorization: `Bearer ${key}` },
    '/api/agent/sync',
  )
  tally.count(refused.status)
  if (refused.status !== 401) tally.fault(`an ended key was answered ${refused.status}`)
  await requireNone(target, late, (rows) =>
    tally.fault(`${rows} reads were stored under a key that had ended`),
  )
}

async function requireNone(target: Target, uid: string, onRows: (rows: number) => void) {
  const { total } = (await target.client.get(`/api/rfid/logs?q=${uid}&limit=1`)) as LogsResponse
  if (total > 0) onRows(total)
}

function helloOf(agent: string, epoch: string): string {
  const clock = { bootId: 'boot', mono: 1, wall: Date.now(), clock: 'synced' }
  const epochs = [{ epoch, firstSeq: 1, lastSeq: 0, lowestHeld: null }]
  const device = { hardwareSerial: null, join: null, epochs }
  return JSON.stringify({
    type: 'hello',
    protocol: 1,
    agent,
    version: '0.1.0',
    ...clock,
    ...device,
  })
}

function batchOf(epoch: string, seq: number, uid: string): string {
  const entry = { seq, kind: 'read', at: Date.now(), age: 1, clock: 'synced' }
  const entries = [{ ...entry, data: { uid, reader: 'gate' } }]
  return JSON.stringify({ type: 'batch', epoch, prev: seq - 1, mono: 1, entries })
}
