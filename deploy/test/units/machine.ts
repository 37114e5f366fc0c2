import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/child.ts'

const SUITE = process.env['SUITE'] || 'bookworm'
/** Kept between runs: it takes a minute to make, and no run changes it. */
const BASE = `/var/tmp/vehicle-control-${SUITE}`
const PACKAGES = 'systemd,systemd-sysv,dbus,udev,procps'
const BOOT_MS = 120_000
const OPTIONS = [
  '--quiet',
  '--boot',
  `--directory=${BASE}`,
  '--machine=vehicle-control-units',
  '--volatile=overlay',
  '--register=no',
  '--keep-unit',
  '--private-network',
  `--bind-ro=${process.execPath}:/usr/bin/node`,
  `--bind-ro=${root}:/opt/vehicle-control/current`,
  '--system-call-filter=bpf',
  '--capability=CAP_BPF,CAP_SYS_RESOURCE',
  '--console=pipe',
]

/**
 * A Debian with a systemd of its own, which enforces the units' system-call filters and device
 * rules. The project lies where the units expect it; what happens inside leaves no trace. Needs root,
 * debootstrap and systemd-nspawn.
 */
export class Machine {
  readonly #nspawn: ChildProcess
  #systemd = ''

  private constructor(nspawn: ChildProcess) {
    this.#nspawn = nspawn
  }

  /** Resolves when it has booted and the units are installed. */
  static async boot(): Promise<Machine> {
    makeBase()
    const nspawn = spawn('systemd-nspawn', OPTIONS, {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
    const machine = new Machine(nspawn)
    await machine.#booted()
    return machine
  }

  async #booted(): Promise<void> {
    const deadline = performance.now() + BOOT_MS
    while (!this.#isRunning()) {
      if (this.#nspawn.exitCode !== null || performance.now() > deadline) {
        throw new Error('the machine does not boot; SYSTEMD_LOG_LEVEL=debug tells why')
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    this.run(`useradd --system vehicle-control
      useradd --system vehicle-control-hub
      mkdir -p /etc/vehicle-control
      cp /opt/vehicle-control/current/systemd/*.service /etc/systemd/system/
      systemctl daemon-reload`)
  }

  #isRunning(): boolean {
    const { stdout } = spawnSync('pgrep', ['-P', String(this.#nspawn.pid), '-x', 'systemd'])
    this.#systemd = stdout.toString().trim()
    return this.#systemd !== '' && /running|degraded/.test(this.try('systemctl is-system-running'))
  }

  /** The output of a shell command inside, whatever its exit code. */
  try(command: string): string {
    const { stdout, stderr } = this.#shell(command)
    return `${stdout}${stderr}`.trim()
  }

  /**
   * The output of a shell command inside.
   *
   * @throws Error when it fails.
   */
  run(command: string): string {
    const { status, stdout, stderr } = this.#shell(command)
    if (status !== 0) throw new Error(`${command}: exit ${status}: ${stderr}`)
    return stdout.trim()
  }

  #shell(command: string) {
    const enter = ['-t', this.#systemd, '-m', '-u', '-i', '-n', '-p', '-C']
    const path = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin'
    const shell = ['env', '-i', path, 'bash', '-c', command]
    return spawnSync('nsenter', [...enter, ...shell], { encoding: 'utf8' })
  }

  /** Powers it off. */
  async end(): Promise<void> {
    if (this.#nspawn.exitCode !== null) return
    const ended = once(this.#nspawn, 'exit')
    this.try('systemctl poweroff --force')
    await ended
  }
}

function makeBase(): void {
  if (existsSync(join(BASE, 'usr/bin/systemctl'))) return
  for (const tool of ['/usr/sbin/debootstrap', '/usr/bin/systemd-nspawn']) {
    if (existsSync(tool)) continue
    throw new Error(`${tool} is missing; run: sudo apt-get install debootstrap systemd-container`)
  }
  const unfinished = `${BASE}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const options = ['--variant=minbase', `--include=${PACKAGES}`, SUITE, unfinished]
  execFileSync('debootstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(unfinished, BASE)
}
