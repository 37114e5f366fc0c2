import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../../local/child.ts'
import { thisRun } from '../fleet.ts'
import { TREES } from '../machines/plan.ts'
import { KNOWN_HOSTS } from '../machines/provision.ts'

export const PLAYBOOKS = join(root, 'deploy/ansible')

/** What Ansible counted on one host. */
export interface Recap {
  ok: number
  changed: number
  unreachable: number
  failed: number
}

/** How a play went. */
export interface Played {
  code: number | null
  /** What it said, at -vvv. */
  text: string
  /** By host; empty when it came to no end. */
  recap: Record<string, Recap>
  seconds: number
}

export interface PlayOptions {
  /** Names its log, after the number of the play. */
  as: string
  inventory: string
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** A play that is under way. */
export class Play {
  readonly process: ChildProcess
  readonly #log: string
  readonly #startedAt = performance.now()

  /** Starts a playbook of the project, or the one of this absolute path. */
  constructor(playbook: string, { as, inventory, args = [], env = {} }: PlayOptions) {
    this.#log = join(thisRun().logs, `${nextNumber()}-${as}.log`)
    const command = ['-vvv', '-i', inventory, ...args, join(PLAYBOOKS, '/', playbook)]
    if (playbook.startsWith('/')) command.splice(-1, 1, playbook)
    appendFileSync(this.#log, `ansible-playbook ${command.join(' ')}\n`)
    const log = openSync(this.#log, 'a')
    this.process = spawn('ansible-playbook', command, {
      cwd: existsSync(PLAYBOOKS) ? PLAYBOOKS : root,
      env: { ...process.env, ...HOW, ...env },
      stdio: ['ignore', log, log],
      // A group of its own: who kills the play kills its ssh as well.
      detached: true,
    })
    closeSync(log)
  }

  /** What it has said so far. */
  get text(): string {
    return readFileSync(this.#log, 'utf8')
  }

  /** Resolves when it has ended, however. */
  async ended(): Promise<Played> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      await once(this.process, 'exit')
    }
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000)
    return { code: this.process.exitCode, text: this.text, recap: recapOf(this.text), seconds }
  }

  /** Ends it and all that it started at once, as when the installer's laptop loses its power. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.pid === undefined) return
    process.kill(-this.process.pid, 'SIGKILL')
    await this.ended()
  }
}

/** Runs a playbook to its end. */
export function play(playbook: string, options: PlayOptions): Promise<Played> {
  return new Play(playbook, options).ended()
}

const HOW = {
  ANSIBLE_HOST_KEY_CHECKING: 'True',
  ANSIBLE_FORCE_COLOR: '0',
  ANSIBLE_NOCOLOR: '1',
  ANSIBLE_SSH_CONTROL_PATH_DIR: join(TREES, 'ssh'),
  // The machines' keys stand there alone: one that is not in it is refused.
  ANSIBLE_SSH_COMMON_ARGS: `-o UserKnownHostsFile=${KNOWN_HOSTS} -o GlobalKnownHostsFile=/dev/null`,
}

function nextNumber(): string {
  const logs = readdirSync(thisRun().logs).filter((name) => /^\d\d-.*\.log$/.test(name))
  return String(logs.length + 1).padStart(2, '0')
}

/** The last table of a play's output. */
export function recapOf(text: string): Record<string, Recap> {
  const table = text.split('PLAY RECAP').at(-1) ?? ''
  const rows = table.matchAll(
    /^(\S+)\s+: ok=(\d+)\s+changed=(\d+)\s+unreachable=(\d+)\s+failed=(\d+)/gm,
  )
  return Object.fromEntries(
    [...rows].map(([, host = '', ...counts]) => {
      const [ok = 0, changed = 0, unreachable = 0, failed = 0] = counts.map(Number)
      return [host, { ok, changed, unreachable, failed }]
    }),
  )
}
