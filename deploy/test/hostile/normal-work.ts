import type { LogsResponse } from '@vehicle-control/protocol'
import { HubClient } from '../../local/hub-process.ts'
import { hubMetrics, Readiness } from '../bench/hub-health.ts'
import { LiveAgent } from '../rig/live-agent.ts'
import { until } from '../rig/site.ts'
import { Tally } from './tally.ts'
import type { Target } from './target.ts'

const READ_EVERY_MS = 100
const COMMAND_EVERY_MS = 1000
const LOGIN_EVERY_MS = 3000
/** From one address of their office, which the attackers do not have. */
const OFFICE = '127.9.9.9'
const STEADY = 'puerta-fija'
/** How the tags of its reads begin; so few that a search finds them however much is read besides. */
const TAG = 'FIJA'
const TAGS = 90

/** What people and gates go on doing while others attack; what keeps them from it is a fault. */
export class NormalWork {
  readonly tally = new Tally('normal work')
  readonly #target: Target
  readonly #agent: LiveAgent
  readonly #readiness: Readiness
  readonly #pid: number | undefined
  readonly #loops: Promise<void>[]
  readonly #reads: string[] = []
  #commands = 0
  #logins = 0
  #longestLoginMs = 0
  #ends = false

  static async begin(target: Target): Promise<NormalWork> {
    await hubMetrics(target.client)
    return new NormalWork(target, await LiveAgent.open(target.client, STEADY))
  }

  private constructor(target: Target, agent: LiveAgent) {
    this.#target = target
    this.#agent = agent
    this.#readiness = new Readiness(target.client)
    this.#pid = target.hubProcess.process.pid
    this.#watchLog()
    this.#loops = [
      this.#each('a read', READ_EVERY_MS, () => this.#read()),
      this.#each('a command', COMMAND_EVERY_MS, () => this.#command()),
      this.#each('a login', LOGIN_EVERY_MS, () => this.#logIn()),
    ]
  }

  #watchLog(): void {
    let half = ''
    this.#target.hubProcess.process.stdout?.on('data', (chunk: string) => {
      const lines = (half + chunk).split('\n')
      half = lines.pop() ?? ''
      for (const line of lines.filter((one) => /"level":(50|60)/.test(one)))
        this.tally.fault(`the hub's log: ${line.slice(0, 2000)}`, 'see the attack beside it')
    })
  }

  async #each(what: string, everyMs: number, act: () => Promise<void>): Promise<void> {
    while (!this.#ends) {
      try {
        await act()
        this.tally.count('200')
      } catch (error) {
        this.tally.count('failed')
        this.tally.fault(`${what} failed: ${String(error)}`, 'any')
        if (this.#target.hubProcess.hasEnded) return
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }

  async #read(): Promise<void> {
    const uid = `${TAG}${this.#reads.length % TAGS}`
    await this.#agent.read(uid)
    this.#reads.push(uid)
  }

  async #command(): Promise<void> {
    const path = `/api/agents/${STEADY}/command/relay`
    const { id } = (await this.#target.client.post(path, { pin: 17, state: 0 })) as { id: string }
    const command = await this.#agent.takeCommand()
    if (command.id !== id) throw new Error(`came as ${command.id} instead of ${id}`)
    await this.#agent.answer(command)
    this.#commands++
  }

  async #logIn(): Promise<void> {
    const from = performance.now()
    const client = new HubClient(this.#target.url)
    const token = await this.#target.logIn(this.#target.chief, OFFICE)
    await this.#target.ask('POST', '/api/auth/logout', { token, from: OFFICE })
    this.#longestLoginMs = Math.max(this.#longestLoginMs, performance.now() - from)
    this.#logins++
    await client.get('/healthz')
  }

  /** Ends it and looks at what is left; resolves to what it did, in words. */
  async end(): Promise<string> {
    this.#ends = true
    await Promise.all(this.#loops)
    this.#readiness.stop()
    const { hubProcess, edgeProcess, client } = this.#target
    if (hubProcess.hasEnded || hubProcess.process.pid !== this.#pid) {
      this.tally.fault(`the hub ended: ${hubProcess.stderr.slice(-2000)}`, 'any')
      return 'the hub ended'
    }
    if (edgeProcess?.hasEnded) this.tally.fault(`the edge ended: ${edgeProcess.stderr}`, 'any')
    await this.#compareReads(client)
    const { asked, ready } = this.#readiness
    // Meanwhile it may say that it is busy, and that is what it is for.
    await until(
      '/readyz to be 200',
      async () => (await this.#target.ask('GET', '/readyz')).status === 200,
    )
    const { p99Ms, longestMs, residentBytes } = await hubMetrics(client)
    this.#agent.close()
    return (
      `${this.#reads.length} reads stored once each, ${this.#commands} commands obeyed, ` +
      `${this.#logins} logins of an administrator, the longest ${(this.#longestLoginMs / 1000).toFixed(1)} s; ` +
      `/readyz 200 at ${ready} of ${asked}; event loop p99 ${p99Ms.toFixed(0)} ms, ` +
      `longest ${longestMs.toFixed(0)} ms; ${Math.round(residentBytes / 1e6)} MB`
    )
  }

  async #compareReads(client: HubClient): Promise<void> {
    // By their tags: others may have been read a hundred thousand times since.
    const own = async () => {
      const { logs } = (await client.get(`/api/rfid/logs?q=${TAG}&limit=20000`)) as LogsResponse
      return logs.filter(({ agent_code: code }) => code === STEADY).map(({ uid }) => uid)
    }
    const stored = await until('the last read', async () => {
      // Other exports may be under way.
      const found = await own().catch(() => [])
      return found.length >= this.#reads.length && found
    })
    const sorted = (uids: readonly string[]) => uids.toSorted((a, b) => a.localeCompare(b)).join()
    const isWhole = sorted(stored) === sorted(this.#reads)
    if (!isWhole) this.tally.fault(`${stored.length} rows of ${this.#reads.length} reads`, 'any')
  }
}
