import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const program = '/usr/sbin/mosquitto'

/** A broker of its own on a free port of 127.0.0.1, which anybody may use. For tests. */
export interface Mosquitto {
  port: number
  url: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Stops it from answering, with its connections open, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Starts it again on the same port, and resolves when it answers. */
  restart(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/** Starts a broker and resolves when it answers; `settings` are lines of its listener. */
export async function startMosquitto(
  settings: readonly string[] = ['allow_anonymous true'],
): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const config = join(folder, 'mosquitto.conf')
  const lines = [`listener ${port} 127.0.0.1`, ...settings, 'persistence false']
  await writeFile(config, `${lines.join('\n')}\n`)
  let broker = await start(config, port)
  const kill = () => end(broker)
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    freeze: () => void broker.kill('SIGSTOP'),
    thaw: () => void broker.kill('SIGCONT'),
    async restart() {
      await kill()
      broker = await start(config, port)
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

async function start(config: string, port: number): Promise<ChildProcess> {
  const broker = spawn(program, ['-c', config], { stdio: 'ignore' })
  const failed = once(broker, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${String(code)}`)
  })
  // When the broker ends later, nobody awaits this rejection any more.
  failed.catch(() => {})
  await Promise.race([answers(port), failed])
  return broker
}

async function end(broker: ChildProcess): Promise<void> {
  if (broker.exitCode !== null || broker.signalCode !== null) return
  const ended = once(broker, 'exit')
  broker.kill('SIGKILL')
  await ended
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await delay(20)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
