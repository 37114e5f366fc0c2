import { join } from 'node:path'
import { newEpoch } from '@vehicle-control/edge/outbox/file/outbox-file'
import { openStore } from '@vehicle-control/hub/store/open-store'
import type { AccessHave, AccessHead } from '@vehicle-control/protocol'
import { sql } from 'kysely'
import type { WebSocket } from 'ws'
import type { HubClient } from '../../local/hub-process.ts'
import { openAgent } from '../rig/agent-socket.ts'
import { Site } from '../rig/site.ts'
import { registerAssets } from './ingest-rows.ts'
import { addAgents } from './swarm/many-agents.ts'
import { type Figure, percentile } from './table.ts'

const GATES = 500
const EDITS = 20
const TAGS = 5000
const GOAL_MS = 1000
const NOTHING = '0'.repeat(64)

const RULE = {
  id: 1,
  readers: ['gate'],
  direction: 'both',
  who: 'registered',
  kinds: ['vehicle'],
  hours: null,
  relay: { pin: 17 },
  onMs: 5000,
}

/** A gate that has whatever the hub says that it should have: the hub's side is what is measured. */
class EchoGate {
  readonly #socket: WebSocket
  #onHead: (head: AccessHead) => void = () => {}
  head: AccessHead | null = null
  bytes = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      if (!text.includes('"access_')) return
      this.bytes += text.length
      if (text.startsWith('{"type":"access_head"')) this.#took(JSON.parse(text) as AccessHead)
    })
    setInterval(
      () => socket.send(JSON.stringify({ type: 'ping', mono: performance.now() })),
      10_000,
    )
    // The head after the welcome may have come before anybody listened.
    const empty = { list: null, digest: NOTHING, denied: NOTHING, policy: null }
    this.#say({ ...empty, complete: false, mode: 'off' })
  }

  #say(
    said: Pick<AccessHave, 'list' | 'digest' | 'denied' | 'policy' | 'complete' | 'mode'>,
  ): void {
    const have: AccessHave = { type: 'access_have', mono: performance.now(), refused: [], ...said }
    this.#socket.send(JSON.stringify(have))
  }

  #took(head: AccessHead): void {
    this.head = head
    const { list, digest, denied, policy } = head
    this.#say({ list, digest, denied, policy, complete: true, mode: 'observe' })
    this.#onHead(head)
  }

  /** Resolves with the moment at which a head of another content than `digest` came. */
  async changedFrom(digest: string): Promise<number> {
    while (this.head?.digest === digest || this.head === null) {
      await new Promise<void>((resolve) => (this.#onHead = () => resolve()))
    }
    return performance.now()
  }

  close(): void {
    this.#socket.terminate()
  }
}

async function addGates(site: Site): Promise<{ code: string; key: string }[]> {
  const agents = await addAgents(site, GATES)
  const store = await openStore({ dataDir: join(site.folder, 'hub'), databaseUrl: null })
  await registerAssets(store.db)
  const rules = JSON.stringify([RULE])
  await sql`insert into access_policies (agent_id, revision, mode, rules, changed_at, changed_by)
    select id, 1, 'observe', ${rules}, 1, 'bench' from agents`.execute(store.db)
  await store.close()
  return agents
}

async function block(client: HubClient, id: number): Promise<void> {
  const answer = await fetch(`${client.url}/api/vehicles/${id}/access`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ denied: true }),
  })
  if (!answer.ok) throw new Error(`a block was answered ${answer.status}`)
}

/** From a block in the web to 500 connected gates, each of which answers what it has. */
export async function benchGateEdits(): Promise<Figure[]> {
  const site = new Site()
  await (await openStore({ dataDir: join(site.folder, 'hub'), databaseUrl: null })).close()
  const agents = await addGates(site)
  const client = await site.startHub()
  const login = await client.demoLogin()
  if (login !== null) await client.login(login.email, login.password)
  const gates: EchoGate[] = []
  for (const { code, key } of agents) {
    const socket = await openAgent(client.url, key, code, newEpoch(), { accepts: ['access'] })
    gates.push(new EchoGate(socket))
  }
  const digest = () => gates[0]?.head?.digest ?? ''
  await Promise.all(gates.map((gate) => gate.changedFrom('')))
  const waits: number[] = []
  let bytes = 0
  for (let edit = 1; edit <= EDITS; edit++) {
    const before = digest()
    if (edit === 1) for (const gate of gates) gate.bytes = 0
    const begun = performance.now()
    const heard = gates.map((gate) => gate.changedFrom(before))
    await block(client, edit)
    for (const at of await Promise.all(heard)) waits.push(at - begun)
    if (edit === 1) bytes = Math.max(...gates.map((gate) => gate.bytes))
  }
  for (const gate of gates) gate.close()
  await site.end()
  const p95 = percentile(waits, 95)
  return [
    {
      what: `a block, from the call until ${GATES} connected gates have it, ${TAGS} tags, ${EDITS} blocks`,
      measured: `p50 ${percentile(waits, 50).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
      goal: `p95 ≤ ${GOAL_MS} ms`,
      reached: p95 <= GOAL_MS,
    },
    {
      what: `bytes of the first block to one gate, ${TAGS} tags`,
      measured: `${bytes} bytes`,
      goal: '≤ 1,500 bytes',
      reached: bytes <= 1500,
    },
  ]
}
