import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BASE, BRIDGE, type Member, TREES } from './plan.ts'
import { type Ended, exec, sh, until } from './shell.ts'

/** How systemd-nspawn ends when its machine wants to be started again. */
const REBOOTS = 133

/**
 * A Debian with a systemd of its own on the fleet's bridge, which keeps what is written to it over
 * reboots and until `remove`. Any process of the run may hold one: what it is doing stands in files.
 */
export class Machine implements Member {
  readonly name: string
  readonly address: string
  /** Its root, as the host sees it. */
  readonly tree: string
  readonly #folder: string
  readonly #id: string

  constructor({ name, address }: Member) {
    this.name = name
    this.address = address
    this.#folder = join(TREES, name)
    this.tree = join(this.#folder, 'root')
    this.#id = `vcf-${name}`
  }

  /** Lays its tree out, a fresh Debian. */
  async create(): Promise<void> {
    for (const part of ['upper', 'work', 'root']) {
      mkdirSync(join(this.#folder, part), { recursive: true })
    }
    const layers = `lowerdir=${BASE},upperdir=${this.#folder}/upper,workdir=${this.#folder}/work`
    await sh(`mount -t overlay ${this.#id} -o ${layers} ${this.tree}`)
  }

  /** Boots it; resolves when its systemd has started everything. */
  async start(): Promise<void> {
    // The interface of a machine that was killed goes a little later than the machine.
    await until(`the old interface of ${this.name} to go`, () => {
      return !existsSync(`/sys/class/net/vb-${this.#id}`)
    })
    const nspawn = [
      'systemd-nspawn --quiet --boot --register=no --keep-unit',
      `--directory=${this.tree} --machine=${this.#id} --hostname=${this.name}`,
      `--network-bridge=${BRIDGE} --resolv-conf=off --timezone=off --link-journal=no`,
      '--system-call-filter=bpf --capability=CAP_BPF,CAP_SYS_RESOURCE --console=pipe',
    ].join(' ')
    // Machines that shared a control group would count, and end, each other's processes.
    const loop = `for group in ${controlGroups(this.#id).join(' ')}; do
        mkdir -p $group && echo $$ > $group/cgroup.procs
      done
      while :; do ${nspawn}; [ $? -eq ${REBOOTS} ] || exit; done`
    const log = openSync(join(this.#folder, 'console.log'), 'a')
    const child = spawn('sh', ['-c', loop], {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.unref()
    writeFileSync(join(this.#folder, 'pid'), String(child.pid))
    await this.untilUp()
  }

  /** Resolves when its systemd has started everything, and people may log in. */
  async untilUp(): Promise<void> {
    await until(`${this.name} to be up`, async () => {
      if (this.#loop() === null) throw new Error(`${this.name} does not start: see its console.log`)
      const { output } = await this.try('systemctl is-system-running; systemctl is-active ssh')
      return /^(running|degraded)\nactive$/.test(output)
    })
  }

  /** Boots it anew as an operator does; resolves when it is up again. */
  async reboot(): Promise<void> {
    const before = await this.boot()
    await this.try('systemctl reboot')
    await this.untilAnotherBoot(before)
  }

  /** A number for this boot of it; null while it is down. */
  boot(): Promise<number | null> {
    return this.#systemd()
  }

  /** Resolves when it is up in another boot than that. */
  async untilAnotherBoot(before: number | null): Promise<void> {
    await until(`${this.name} to boot anew`, async () => {
      const boot = await this.boot()
      return boot !== null && boot !== before
    })
    await this.untilUp()
  }

  /** Ends it at once, as when its plug is pulled; what it had written to its disk is there. */
  async kill(): Promise<void> {
    const loop = this.#loop()
    const systemd = await this.#systemd()
    // First who would start it again.
    if (loop !== null) process.kill(loop, 'SIGKILL')
    if (systemd !== null) process.kill(systemd, 'SIGKILL')
    await until(`${this.name} to be gone`, async () => (await this.#nspawn()) === null)
  }

  /** Ends it and throws it away, whatever state it is in. */
  async remove(): Promise<void> {
    if (existsSync(this.#folder)) await this.kill()
    await until(`the tree of ${this.name} to be free`, async () => {
      if (!isMounted(this.tree)) return true
      return (await exec('umount', [this.tree])).code === 0
    })
    const groups = controlGroups(this.#id).filter((group) => existsSync(group))
    for (const group of groups) await sh(`find ${group} -depth -type d -exec rmdir {} +`)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** What a shell command inside says, whatever its exit code; null when the machine is not there. */
  async try(command: string, input = ''): Promise<Ended> {
    const systemd = await this.#systemd()
    if (systemd === null) return { code: null, output: `${this.name} is down` }
    const enter = ['-t', String(systemd), '-m', '-u', '-i', '-n', '-p', '-C']
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return exec('nsenter', [...enter, 'env', '-i', path, 'bash', '-c', command], input)
  }

  /**
   * What a shell command inside says.
   *
   * @throws Error when it fails.
   */
  async run(command: string, input = ''): Promise<string> {
    const { code, output } = await this.try(command, input)
    if (code !== 0) throw new Error(`${this.name}: ${command}: exit ${code}: ${output}`)
    return output
  }

  /** The process that starts it again after a reboot. */
  #loop(): number | null {
    const file = join(this.#folder, 'pid')
    if (!existsSync(file)) return null
    const pid = Number(readFileSync(file, 'utf8'))
    return commandOf(pid).includes(this.#id) ? pid : null
  }

  async #nspawn(): Promise<number | null> {
    const { output } = await exec('pgrep', ['-x', 'systemd-nspawn'])
    const pids = output.split('\n').map(Number)
    return pids.find((pid) => commandOf(pid).includes(`--machine=${this.#id} `)) ?? null
  }

  async #systemd(): Promise<number | null> {
    const nspawn = await this.#nspawn()
    if (nspawn === null) return null
    const { output } = await exec('pgrep', ['-P', String(nspawn), '-x', 'systemd'])
    return output === '' ? null : Number(output.split('\n')[0])
  }
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ')
  } catch {
    // It ended meanwhile.
    return ''
  }
}

const isMounted = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8').includes(` ${folder} `)

/** Where the host keeps groups of processes by name: of version 2, and of systemd beside version 1. */
function controlGroups(name: string): string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  return mounts.flatMap((line) => {
    const [, folder = '', type, options = ''] = line.split(' ')
    const isNamed = type === 'cgroup' && options.includes('name=systemd')
    return type === 'cgroup2' || isNamed ? [join(folder, name)] : []
  })
}
