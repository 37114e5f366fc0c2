import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { root } from '../../local/child.ts'

const HERE = join(root, 'deploy/test/vm')
/** Kept between runs, by kernel and by what makes it: it takes minutes to make, and no run changes it. */
const CACHE = '/var/tmp/vehicle-control-vm'
const TOOLS = ['qemu-system-x86_64', 'cpio', 'make', 'gcc', 'gpioset', 'i2cset']
const PACKAGES = 'qemu-system-x86 cpio make gcc gpiod i2c-tools'
/** Longest wait: the machine is emulated, maybe on a host with other work. */
const BOOT_MS = 240_000

/**
 * A machine with Debian's kernel and simulated GPIO chips, in which the host's node and this project
 * run as they are. It is emulated, so that it needs no right to a hypervisor; what happens inside
 * leaves no trace.
 */
export class Machine {
  readonly #qemu: ChildProcess
  readonly #folder: string
  readonly #console: string[] = []
  #programs = 0
  #socket: Socket | null = null
  #answers: Interface | null = null
  #waiting: { answer: (line: string) => void; fail: (error: Error) => void }[] = []

  private constructor(qemu: ChildProcess, folder: string) {
    this.#qemu = qemu
    this.#folder = folder
    qemu.stdout?.on('data', (text: Buffer) => this.#console.push(text.toString()))
    qemu.on('exit', () => {
      const error = new Error(`the machine has ended: ${this.#console.join('').slice(-2000)}`)
      for (const { fail } of this.#waiting.splice(0)) fail(error)
    })
  }

  /** Resolves when its shell is ready. */
  static async boot(): Promise<Machine> {
    const { kernel, initrd } = makeKernel()
    const folder = mkdtempSync(join(tmpdir(), 'vm-'))
    const serial = join(folder, 'shell')
    const shell = join(HERE, 'shell.sh')
    const options = `
      -accel tcg -cpu max -M q35 -m 1024 -smp 1 -nographic -no-reboot -nodefaults
      -kernel ${kernel} -initrd ${initrd}
      -serial stdio -serial unix:${serial},server=on,wait=off
      -qmp unix:${join(folder, 'qmp')},server=on,wait=off
      -device qemu-xhci -device usb-kbd
      -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap
      -device virtio-9p-pci,fsdev=host,mount_tag=host`
    const append = `console=ttyS0 quiet panic=-1 vm.shell=${shell}`
    const qemu = spawn('qemu-system-x86_64', [...options.trim().split(/\s+/), '-append', append], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const machine = new Machine(qemu, folder)
    await machine.#connect(serial)
    return machine
  }

  async #connect(path: string): Promise<void> {
    const deadline = performance.now() + BOOT_MS
    while (!existsSync(path)) {
      if (this.#qemu.exitCode !== null || performance.now() > deadline) {
        throw new Error('the machine does not start')
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const socket = connect(path)
    this.#socket = socket
    const ready = this.#nextLine()
    this.#answers = createInterface({ input: socket })
    this.#answers.on('line', (line) => this.#waiting.shift()?.answer(line))
    if ((await ready) !== 'ready') throw new Error('the machine does not boot')
  }

  #nextLine(): Promise<string> {
    return new Promise((answer, fail) => this.#waiting.push({ answer, fail }))
  }

  /** What a shell command inside answers, whatever its exit code. */
  async try(command: string): Promise<{ code: number; output: string }> {
    const line = this.#nextLine()
    this.#socket?.write(`${Buffer.from(command).toString('base64')}\n`)
    const [code, output = ''] = (await line).split(' ')
    return { code: Number(code), output: Buffer.from(output, 'base64').toString().trim() }
  }

  /**
   * The output of a shell command inside.
   *
   * @throws Error when it fails.
   */
  async run(command: string): Promise<string> {
    const { code, output } = await this.try(command)
    if (code !== 0) throw new Error(`${command}: exit ${code}: ${output}`)
    return output
  }

  /** Runs a program, which imports from the compiled edge as `edge/…`; returns the JSON that it prints. */
  async program(text: string, ...nodeOptions: string[]): Promise<unknown> {
    const file = await this.#write(text)
    return JSON.parse(await this.run(`${process.execPath} ${nodeOptions.join(' ')} ${file}`))
  }

  /** Starts such a program, whose output goes to a file inside. */
  async start(text: string, output: string): Promise<void> {
    const file = await this.#write(text)
    await this.run(`${process.execPath} ${file} > ${output} 2>&1 &`)
  }

  async #write(text: string): Promise<string> {
    const file = `/tmp/program-${++this.#programs}.mjs`
    const linked = text.replaceAll(`'edge/`, `'${join(root, 'edge/dist')}/`)
    await this.run(`cat > ${file} <<'PROGRAM'\n${linked}\nPROGRAM`)
    return file
  }

  /** Presses keys of its USB keyboard, by QEMU's names of them. */
  async press(...keys: string[]): Promise<void> {
    const monitor = connect(join(this.#folder, 'qmp'))
    const answers = createInterface({ input: monitor })[Symbol.asyncIterator]()
    const ask = async (execute: string, given?: object) => {
      monitor.write(`${JSON.stringify({ execute, arguments: given })}\n`)
      return answers.next()
    }
    await answers.next()
    await ask('qmp_capabilities')
    for (const data of keys) await ask('send-key', { keys: [{ type: 'qcode', data }] })
    monitor.destroy()
  }

  /** Ends it. */
  async end(): Promise<void> {
    this.#answers?.close()
    this.#socket?.destroy()
    if (this.#qemu.exitCode === null && this.#qemu.signalCode === null) {
      const ended = once(this.#qemu, 'exit')
      this.#qemu.kill('SIGKILL')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function makeKernel(): { kernel: string; initrd: string } {
  const missing = TOOLS.filter((tool) => !isInstalled(tool))
  if (missing.length > 0) {
    throw new Error(`${missing.join(', ')} missing; run: sudo apt-get install ${PACKAGES}`)
  }
  const depends = execFileSync('apt-cache', ['depends', 'linux-image-amd64'], { encoding: 'utf8' })
  const version = /Depends: linux-image-(\S+)/.exec(depends)?.[1]
  if (version === undefined) throw new Error('apt knows no kernel; run: sudo apt-get update')
  const script = join(HERE, 'build.sh')
  const digest = createHash('sha256').update(readFileSync(script)).digest('hex').slice(0, 8)
  const made = join(CACHE, `${version}-${digest}`)
  if (!existsSync(made)) {
    const unfinished = `${made}.new`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    execFileSync('bash', [script, unfinished, version], { stdio: [...stdio] })
    renameSync(unfinished, made)
  }
  const initrd = join(made, 'initrd.gz')
  const pack = `cp "$1" init && chmod +x init && find . | cpio -o -H newc --quiet | gzip -1 > "$2"`
  const cwd = join(made, 'initrd')
  execFileSync('bash', ['-c', pack, 'pack', join(HERE, 'init.sh'), initrd], { cwd })
  return { kernel: join(made, 'vmlinuz'), initrd }
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' })
    return true
  } catch {
    // `which` answers 1.
    return false
  }
}
