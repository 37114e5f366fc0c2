import {
  closeSync,
  fchownSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Socket } from 'node:net'
import { parseAgentKey } from '@vehicle-control/protocol/agent-key'
import { ConfigError } from '@vehicle-control/protocol/errors'
import { DEFAULT_DATA_DIR } from '../config.ts'
import { connectLocal } from '../local-socket/connect-local.ts'
import { serviceEnvironment } from '../service-environment.ts'
import { UsageError } from '../usage.ts'
import { KEY_FILE, KEY_SOCKET, KeyAnswer } from './key-hand-over.ts'

/** Whether the edge has a good key now, and the message for the user. */
const OUTCOMES: Record<KeyAnswer['result'], { isGood: boolean; text: string }> = {
  accepted: { isGood: true, text: 'clave nueva guardada; el hub la acepta' },
  undecided: {
    isGood: true,
    text: 'clave nueva guardada; el hub no contesta todavía: el edge la probará cuando lo haga',
  },
  refused: { isGood: false, text: 'el hub rechaza la clave nueva; el edge sigue con la anterior' },
  foreign: { isGood: false, text: 'la clave es de otro agente; el edge sigue con la suya' },
  replaced: { isGood: false, text: 'otra clave llegó después de esta' },
  failed: { isGood: false, text: 'el edge no pudo guardar la clave; mire su registro' },
}
const LEFT = 'el edge no está en marcha: tomará la clave nueva cuando arranque'

/**
 * Runs `key`: takes a new API key from standard input, hands it to the running edge or leaves it for
 * its next start, and resolves to the exit code: 1 where the edge goes on with the key it had.
 *
 * @throws UsageError, ConfigError
 */
export async function runKey(args: string[]): Promise<number> {
  if (args.length > 0) {
    throw new UsageError('key: la clave se da por la entrada estándar, nunca como argumento')
  }
  const { dataDir, apiKey } = placeOf(process.env)
  if (process.stdin.isTTY) process.stderr.write('clave nueva, y Ctrl-D en otra línea: ')
  const key = (await text(process.stdin)).trim()
  try {
    if (parseAgentKey(key) === null) {
      throw new Error('eso no es una clave de agente entera (vc_…); cópiela otra vez')
    }
    const message = await giveKey(dataDir, key)
    process.stdout.write(`${message}\n`)
    if (apiKey !== undefined && apiKey !== key) {
      process.stderr.write(
        'key: EDGE_API_KEY sigue siendo la anterior; quítela de la configuración\n',
      )
    }
    return 0
  } catch (error) {
    process.stderr.write(`key: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** Reads no more than these two: the edge's own account may not read the service's whole file. */
function placeOf(given: NodeJS.ProcessEnv): { dataDir: string; apiKey: string | undefined } {
  const env = given['EDGE_DATA_DIR'] ? given : serviceEnvironment(given).env
  const dataDir = env['EDGE_DATA_DIR'] || DEFAULT_DATA_DIR
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) {
    return { dataDir, apiKey: env['EDGE_API_KEY'] || undefined }
  }
  throw new ConfigError(
    `EDGE_DATA_DIR=${JSON.stringify(dataDir)} no es la carpeta de un edge; nombre la suya`,
  )
}

async function giveKey(dataDir: string, key: string): Promise<string> {
  const running = await connectLocal(join(dataDir, KEY_SOCKET))
  if (running !== null) return await handOver(running, key)
  leave(dataDir, key)
  // An edge that started meanwhile may have looked for the key before it was left.
  const started = await connectLocal(join(dataDir, KEY_SOCKET))
  if (started === null) return LEFT
  const message = await handOver(started, key)
  rmSync(join(dataDir, KEY_FILE), { force: true })
  return message
}

async function handOver(socket: Socket, key: string): Promise<string> {
  socket.write(`${JSON.stringify({ key })}\n`)
  const { isGood, text: message } = OUTCOMES[answerIn(await text(socket))]
  if (!isGood) throw new Error(message)
  return message
}

function answerIn(line: string): KeyAnswer['result'] {
  try {
    return KeyAnswer.parse(JSON.parse(line)).result
  } catch {
    throw new Error('el edge se detuvo sin contestar; repítalo')
  }
}

/** Writes the key for the edge's next start: whole or not at all, readable by its account only. */
function leave(dataDir: string, key: string): void {
  const path = join(dataDir, KEY_FILE)
  const partial = `${path}.${process.pid}`
  try {
    const file = openSync(partial, 'wx', 0o600)
    try {
      writeFileSync(file, `${key}\n`, { flush: true })
      const { uid, gid } = statSync(dataDir)
      // By descriptor: the folder's owner could replace the name by a link to a file of root's.
      if (process.getuid?.() === 0) fchownSync(file, uid, gid)
    } finally {
      closeSync(file)
    }
    renameSync(partial, path)
  } finally {
    rmSync(partial, { force: true })
  }
}
