import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Child, root } from '../../../local/child.ts'
import { until } from '../../rig/site.ts'
import type { DiskImage } from './disk.ts'
import { type DiskEvent, readTrace, traced } from './disk-trace.ts'

const BUILT = join(root, 'deploy/dist/test/chaos/power-cut')

/** Node's options for a process whose databases run on synchronous=NORMAL and are told FULL. */
export const LYING = ['--import', pathToFileURL(join(BUILT, 'normal-synchronous.js')).href]

/** A database of SQLite and its journals; not the journal's index, which is memory. */
const isOf = (database: string) => (path: string) =>
  path.startsWith(database) && !path.endsWith('-shm')

/** The database as it lies on the disk now. */
export function imageOf(folder: string, name: string): DiskImage {
  const paths = readdirSync(folder).map((file) => join(folder, file))
  return new Map(paths.filter(isOf(join(folder, name))).map((path) => [path, readFileSync(path)]))
}

/** What a traced process did to a database until it ended. */
export async function eventsOf(
  child: Child,
  trace: string,
  database: string,
): Promise<DiskEvent[]> {
  if (!child.hasEnded) await once(child.process, 'exit')
  // The tracer is the last to end.
  const end = new RegExp(`^${child.process.pid} +\\+\\+\\+ .*\\+\\+\\+\\n$`, 'm')
  await until('the trace', () => existsSync(trace) && end.test(tailOf(trace)))
  return readTrace(readFileSync(trace, 'latin1'), isOf(database))
}

/** The end of a file that is long. */
function tailOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, 4096))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('latin1')
  } finally {
    closeSync(file)
  }
}

/** Runs the writer of an outbox to its end; answers what it did to the outbox's file. */
export async function recordOutbox(folder: string, nodeArgs: string[]): Promise<DiskEvent[]> {
  const trace = join(folder, 'trace')
  const env = { OUTBOX_FOLDER: folder }
  const writer = new Child(join(BUILT, 'outbox-writer.js'), env, { wrap: traced(trace), nodeArgs })
  const events = await eventsOf(writer, trace, join(folder, 'outbox.db'))
  if (writer.process.exitCode !== 0) throw new Error(writer.stderr)
  return events
}
