import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type EdgeConfig, loadConfig } from '../config.ts'
import { lockHolder } from '../outbox/file/lock-holder.ts'
import { serviceEnvironment } from '../service-environment.ts'
import { UsageError } from '../usage.ts'
import { CAPTURE_SOCKET } from './capture-line.ts'
import type { CaptureEvents, CaptureSource } from './capture-source.ts'
import { captureText } from './capture-text.ts'
import { FixtureFile } from './fixture-file.ts'
import { captureOwnReader } from './own-reader.ts'
import { captureOfRunningEdge } from './running-edge.ts'

/**
 * Runs `capture`, prints what passes the reader until Ctrl-C or the time is over, and resolves to the
 * exit code: 1 when the reader was not open at the end, or the capture broke off.
 *
 * @throws UsageError, ConfigError
 */
export async function runCapture(args: string[]): Promise<number> {
  const { wanted, seconds, save } = parse(args)
  const { env } = serviceEnvironment(process.env)
  const config = loadConfig(env)
  const reader = readerOf(config, wanted)
  let isOpen = false
  try {
    const file = save === undefined ? null : new FixtureFile(save)
    const trouble = await show(seconds, async (events) => {
      return await open(config, reader, {
        wanted,
        env,
        onEnd: events.onEnd,
        onLine(line) {
          if ('state' in line) isOpen = line.state.state !== 'closed'
          events.onLine(line)
          file?.add(line)
        },
      })
    }).finally(() => file?.close())
    if (trouble === null && isOpen) return 0
    throw new Error(trouble ?? 'el lector no está abierto')
  } catch (error) {
    process.stderr.write(`capture: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/**
 * Prints the lines of a source until Ctrl-C, or for that long, and has it stopped. Resolves to why it
 * broke off, null when it did not.
 */
async function show(
  seconds: number | undefined,
  begin: (events: CaptureEvents) => Promise<CaptureSource>,
): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  let opening: Promise<CaptureSource> | null = null
  try {
    return await new Promise<string | null>((resolve, reject) => {
      // The other end of the pipe has gone, as in `capture … | head`.
      process.stdout.on('error', () => resolve(null))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => resolve(null))
      }
      if (seconds !== undefined) timer = setTimeout(() => resolve(null), seconds * 1000)
      opening = begin({
        onLine: (line) => process.stdout.write(`${captureText(line)}\n`),
        onEnd: resolve,
      })
      opening.catch(reject)
    })
  } finally {
    clearTimeout(timer)
    const source = await (opening as Promise<CaptureSource> | null)?.catch(() => null)
    await source?.stop()
  }
}

type Options = Omit<Parameters<typeof captureOwnReader>[0], 'config'>

async function open(
  { dataDir }: EdgeConfig,
  config: EdgeConfig['readers'][number],
  options: Options,
): Promise<CaptureSource> {
  const path = join(dataDir, CAPTURE_SOCKET)
  const running = await captureOfRunningEdge(path, options.wanted, options)
  if (running !== null) return running
  const holder = lockHolder(join(dataDir, 'outbox.db'))
  if (holder !== null) throw new Error(`el edge (proceso ${holder.pid}) no ofrece capturas`)
  return await captureOwnReader({ config, ...options })
}

function readerOf({ readers }: EdgeConfig, wanted: string): EdgeConfig['readers'][number] {
  const namesOf = (reader: EdgeConfig['readers'][number]): string[] => {
    const { antennas = {} } = reader as { antennas?: Record<string, string> | undefined }
    return [reader.id, ...Object.values(antennas)]
  }
  const found = readers.find((reader) => namesOf(reader).includes(wanted))
  if (found !== undefined) return found
  const all = readers.flatMap(namesOf).join(', ') || 'ninguno'
  throw new UsageError(`capture: no hay ningún lector «${wanted}»; hay: ${all}`)
}

function parse(args: string[]) {
  const { reader, seconds, save } = valuesOf(args)
  if (reader === undefined) throw new UsageError('capture: falta --reader <id>')
  const limit = seconds === undefined ? undefined : Number(seconds)
  if (limit !== undefined && !(limit > 0 && limit <= 86_400)) {
    throw new UsageError('capture: --seconds es un número de segundos, hasta 86400')
  }
  return { wanted: reader, seconds: limit, save }
}

function valuesOf(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { reader: text, seconds: text, save: text } }).values
  } catch (error) {
    // parseArgs throws for what it does not know.
    throw new UsageError(`capture: ${error instanceof Error ? error.message : String(error)}`)
  }
}
