import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { until } from '../rig/site.ts'
import { ShellInside } from '../units/shell-inside.ts'

const SUITE = process.env['SUITE'] || 'bookworm'
/** Kept between runs: it takes two minutes to make, and no run changes it. */
const BASE = `/var/tmp/vehicle-control-image-${SUITE}`
const PACKAGES = 'systemd,systemd-sysv,dbus,udev,procps,iproute2,openssh-client,ca-certificates'
const BOOT_PARTITION_MIB = 512
const BOOT_MS = 180_000

/** Machines in one control group would count, and end, each other's processes. */
const IN_A_GROUP = `while [ "$1" != -- ]; do mkdir -p "$1" && echo $$ >"$1/cgroup.procs"; shift; done
  shift; exec "$@"`

/** The control groups that systemd goes by: of version 2, of version 1, or one of each. */
function groups(folder: string): string[] {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, mounted = '', type, options = ''] = line.split(' ')
      const isNamed = type === 'cgroup' && options.includes('name=systemd')
      return type === 'cgroup2' || isNamed ? [join(mounted, basename(folder))] : []
    })
}

/**
 * A Debian with a systemd of its own, and a boot partition of 512 MB as Raspberry Pi OS has it (no
 * FAT: not every kernel that runs tests has one); both outlive its boots. It shares the network of
 * this machine, without the right to change it. Needs root, debootstrap and systemd-nspawn.
 */
export class PiMachine extends ShellInside {
  readonly #folder = mkdtempSync('/var/tmp/vehicle-control-card-')
  readonly #root = join(this.#folder, 'root')
  /** Where a further partition is mounted inside, and its folder here. */
  partition: { at: string; folder: string } | null = null
  /** The boot partition, for this machine's programs too. */
  readonly card = join(this.#folder, 'card')
  #nspawn: ChildProcess | null = null

  constructor() {
    super()
    makeBase()
    for (const name of ['root', 'card', 'upper', 'work']) mkdirSync(join(this.#folder, name))
    const room = `size=${BOOT_PARTITION_MIB}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', room, 'card', this.card])
    const layers = `lowerdir=${BASE},upperdir=${this.#folder}/upper,workdir=${this.#folder}/work`
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, this.#root])
    mkdirSync(join(this.#root, 'boot/firmware'), { recursive: true })
  }

  /** A file of the machine, which may be off. */
  path(name: string): string {
    return join(this.#root, name)
  }

  /** Turns it on; resolves when a shell can be run inside, which is before it has booted. */
  async powerOn(): Promise<void> {
    const nspawn = spawn(
      'sh',
      ['-c', IN_A_GROUP, 'sh', ...groups(this.#folder), '--', ...this.#command()],
      {
        env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: true,
      },
    )
    this.#nspawn = nspawn
    await until(
      'a shell',
      () => {
        if (nspawn.exitCode !== null) throw new Error('the machine does not boot')
        return this.enter(nspawn.pid) && this.try('systemctl is-system-running') !== ''
      },
      BOOT_MS,
    )
  }

  #command(): string[] {
    const flags =
      'systemd-nspawn --quiet --boot --machine=vehicle-control-card --register=no --keep-unit --resolv-conf=off --link-journal=no --system-call-filter=bpf --capability=CAP_BPF,CAP_SYS_RESOURCE --console=pipe'
    const binds = [`--bind=${this.card}:/boot/firmware`]
    if (this.partition !== null) binds.push(`--bind=${this.partition.folder}:${this.partition.at}`)
    return [...flags.split(' '), `--directory=${this.#root}`, ...binds]
  }

  /** Turns it on and resolves when its boot is over. */
  async boot(): Promise<void> {
    await this.powerOn()
    const isOver = () => /running|degraded/.test(this.try('systemctl is-system-running'))
    await until('the end of the boot', isOver, BOOT_MS)
  }

  /** What is running ends at once, as when the power is cut. */
  async cutPower(): Promise<void> {
    await this.#ended(() => process.kill(Number(this.systemd), 'SIGKILL'))
  }

  async powerOff(): Promise<void> {
    await this.#ended(() => this.try('systemctl poweroff --force'))
  }

  async #ended(by: () => void): Promise<void> {
    const nspawn = this.#nspawn
    if (nspawn === null || nspawn.exitCode !== null || nspawn.signalCode !== null) return
    const ended = once(nspawn, 'exit')
    by()
    await ended
    this.#nspawn = null
  }

  /** Everything that its journal holds of this boot. */
  journal(): string {
    return this.run('journalctl --boot --no-pager --output cat')
  }

  /** Turns it off for good. */
  async remove(): Promise<void> {
    await this.cutPower()
    for (const mounted of [this.#root, this.card]) execFileSync('umount', [mounted])
    rmSync(this.#folder, { recursive: true })
    for (const group of groups(this.#folder)) spawnSync('rmdir', [group])
  }
}

function makeBase(): void {
  if (existsSync(join(BASE, 'usr/bin/systemctl'))) return
  const unfinished = `${BASE}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const options = ['--variant=minbase', `--include=${PACKAGES}`, SUITE, unfinished]
  execFileSync('debootstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] })
  // debootstrap cannot see what provides one of its dependencies.
  const install =
    'apt-get update && apt-get install --yes --no-install-recommends cloud-init overlayroot'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('chroot', [unfinished, 'sh', '-c', install], { stdio: 'ignore', env })
  renameSync(unfinished, BASE)
}
