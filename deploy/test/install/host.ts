import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../../local/child.ts'

const TOOL = join(root, 'deploy/install/vehicle-control-release')
/** What the tool does to the disk and to systemd. */
const COMMANDS = ['mkdir', 'mv', 'ln', 'rm', 'sync', 'tar', 'touch', 'systemctl']
/** Notes the step and takes it; loses its process group before it where the power is to go. */
const COMMAND = `#!/bin/sh
name=\${0##*/}
PATH=\${PATH#*:}
case "$name $1" in
  "systemctl is-"*) grep -qx "$3" "$ROOT/enabled"; exit ;;
esac
echo "$name $*" >> "$STEPS"
# What lies between two changes is one moment.
[ "$name" = sync ] || [ "$(grep -vc '^sync ' "$STEPS")" != "$CUT_AT" ] || kill -9 0
[ "$name" = systemctl ] || exec "$name" "$@"
echo "$*" >> "$ROOT/systemctl"
`

/** What a run of the tool left: its exit code, null where it was killed. */
export interface Outcome {
  code: number | null
  out: string
  err: string
  /** Each change and each flush, as command lines. */
  steps: string[]
}

/** What `status` prints. */
export interface Status {
  current: string | null
  previous: string | null
  pending: { version: string; previous: string | null; hold: number; by: string } | null
  rolledBack: { from: string; to: string; by: string } | null
  installed: string[]
}

/** A host's files in a folder of their own, on which the real tool works; `systemctl` only notes how it was called. */
export class Host {
  readonly root = mkdtempSync(join(tmpdir(), 'host-'))
  #runs = 0
  readonly archives = join(this.root, 'archives')

  /** A fresh host, or one with the files of another. */
  constructor(like?: Host) {
    if (like) {
      const links = { verbatimSymlinks: true, preserveTimestamps: true }
      cpSync(like.root, this.root, { recursive: true, ...links })
      return
    }
    for (const folder of ['archives', 'bin', 'etc/vehicle-control', 'run/systemd/system']) {
      mkdirSync(join(this.root, folder), { recursive: true })
    }
    for (const name of COMMANDS) {
      writeFileSync(join(this.root, 'bin', name), COMMAND)
      chmodSync(join(this.root, 'bin', name), 0o755)
    }
    mkdirSync(join(this.root, 'proc/sys/kernel/random'), { recursive: true })
    this.boot('first', 100)
    this.enable('vehicle-control-edge.service')
    this.key('release')
    const signer = readFileSync(join(this.root, 'release.pub'), 'utf8')
    this.write('etc/vehicle-control/release-signers', `release ${signer}`)
  }

  /** A new key pair for signing, in a file of this name. */
  key(name: string): string {
    const file = join(this.root, name)
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file])
    return file
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.root, path), content)
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  /** The arguments of every `systemctl` since the last call of this, one line each. */
  systemctlCalls(): string[] {
    const lines = existsSync(join(this.root, 'systemctl')) ? this.read('systemctl') : ''
    this.write('systemctl', '')
    return lines.trim().split('\n')
  }

  enable(...units: string[]): void {
    this.write('enabled', units.map((unit) => `${unit}\n`).join(''))
  }

  /** The machine's boot, and for how many seconds it has been running. */
  boot(id: string, uptime: number): void {
    this.write('proc/sys/kernel/random/boot_id', `${id}\n`)
    this.write('proc/uptime', `${uptime}.25 ${uptime}.00\n`)
  }

  /** Where `current` or `previous` leads; undefined when there is none. */
  link(name: string): string | undefined {
    try {
      return readlinkSync(join(this.root, 'opt/vehicle-control', name))
    } catch {
      return undefined
    }
  }

  /** Runs the tool; with `cutAt` the power goes before the step of that number. */
  async run(args: readonly string[], cutAt = 0): Promise<Outcome> {
    const steps = join(this.root, `steps-${(this.#runs += 1)}`)
    writeFileSync(steps, '')
    const tool = spawn(TOOL, args, {
      env: {
        ...process.env,
        PATH: `${join(this.root, 'bin')}:${process.env['PATH']}`,
        ROOT: this.root,
        CUT_AT: String(cutAt),
        STEPS: steps,
        SUDO_USER: 'ana',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const ended = once(tool, 'close')
    const [out, err] = await Promise.all([text(tool.stdout), text(tool.stderr)])
    const [code] = (await ended) as [number | null]
    return {
      code,
      out: out.trim(),
      err: err.trim(),
      steps: readFileSync(steps, 'utf8').split('\n'),
    }
  }

  /**
   * The output of the tool.
   *
   * @throws Error when it refuses.
   */
  async ok(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(args)
    if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}: ${err}`)
    return out
  }

  async status(): Promise<Status> {
    return JSON.parse(await this.ok('status')) as Status
  }

  end(): void {
    rmSync(this.root, { recursive: true })
  }
}
