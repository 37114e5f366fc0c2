import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/child.ts'
import { ShellInside } from './shell-inside.ts'

/** The Debian inside. */
export const SUITE = process.env['SUITE'] || 'bookworm'
/** Kept between runs: it takes a minute to make, and no run changes it. */
const BASE = `/var/tmp/vehicle-control-${SUITE}`
const PACKAGES = 'systemd,systemd-sysv,dbus,udev,procps'
const BOOT_MS = 120_000
/** Where the project and the host's Node lie inside. */
export const CHECKOUT = '/checkout'
export const NODE = '/usr/bin/node'
const OPTIONS = [
  '--quiet',
  '--boot',
  `--machine=vc-units-${process.pid}`,
  '--register=no',
  '--keep-unit',
  '--private-network',
  '--resolv-conf=off',
  '--timezone=off',
  `--bind-ro=${process.execPath}:${NODE}`,
  `--bind-ro=${root}:${CHECKOUT}`,
  '--system-call-filter=bpf',
  '--capability=CAP_BPF,CAP_SYS_RESOURCE',
  '--console=pipe',
]
/** The mount is of this process alone, and goes with it. */
const MOUNT_AND_BOOT = `cd "$1" && shift && mount -t overlay overlay -o lowerdir=${BASE},upperdir=upper,workdir=work disk &&
  exec systemd-nspawn --directory=disk "$@"`

/**
 * A Debian with a systemd of its own, which enforces the units' system-call filters and device
 * rules. Its disk is there again after a reboot, and gone after the end. Needs root, debootstrap and
 * systemd-nspawn.
 */
export class Machine extends ShellInside {
  readonly #folder = mkdtempSync('/var/tmp/vehicle-control-units-')
  #nspawn: ChildProcess

  private constructor() {
    super()
    makeBase()
    for (const name of ['upper', 'work', 'disk']) mkdirSync(join(this.#folder, name))
    this.#nspawn = this.#start()
  }

  /** Resolves when it has booted. */
  static async boot(): Promise<Machine> {
    const machine = new Machine()
    await machine.#booted()
    return machine
  }

  /** Shuts it down and resolves when it has booted again, with the same disk. */
  async reboot(): Promise<void> {
    await this.#ended('reboot')
    this.#nspawn = this.#start()
    await this.#booted()
  }

  #start(): ChildProcess {
    const command = ['--mount', 'sh', '-c', MOUNT_AND_BOOT, 'sh', this.#folder, ...OPTIONS]
    return spawn('unshare', command, {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
      detached: true,
    })
  }

  async #booted(): Promise<void> {
    const deadline = performance.now() + BOOT_MS
    while (!this.#isRunning()) {
      if (this.#nspawn.exitCode !== null || performance.now() > deadline) {
        throw new Error('the machine does not boot; SYSTEMD_LOG_LEVEL=debug tells why')
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  #isRunning(): boolean {
    const isUp = () => /running|degraded/.test(this.try('systemctl is-system-running'))
    return this.enter(this.#nspawn.pid) && isUp()
  }

  /** Writes a file inside, for root alone unless a mode says otherwise. */
  write(path: string, text: string, mode = '0600'): void {
    const command = `mkdir -p $(dirname ${path}) && cat > ${path} && chmod ${mode} ${path}`
    const { status, stderr } = this.shell(command, text)
    if (status !== 0) throw new Error(`${path}: ${stderr}`)
  }

  /** Powers it off. */
  async end(): Promise<void> {
    if (this.#nspawn.exitCode === null) await this.#ended('poweroff')
    rmSync(this.#folder, { recursive: true })
  }

  async #ended(how: string): Promise<void> {
    const ended = once(this.#nspawn, 'exit')
    this.try(`systemctl ${how}`)
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
