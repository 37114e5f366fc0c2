/** What a process did to its files, and what it said, in the order of the system calls. */
export type DiskEvent =
  | { type: 'create'; path: string }
  | { type: 'write'; path: string; offset: number; data: Buffer }
  | { type: 'append'; path: string; data: Buffer }
  | { type: 'truncate'; path: string; size: number }
  | { type: 'unlink'; path: string }
  | { type: 'rename'; path: string; to: string }
  | { type: 'sync'; path: string }
  | { type: 'said'; text: string }

const REPLAYED =
  'openat,write,writev,pwrite64,fsync,fdatasync,ftruncate,?unlink,unlinkat,?rename,renameat,?renameat2'
/** Calls that would change a file too: a database that uses them has to be told to `Disk`. */
const UNKNOWN = '?creat,fallocate,pwritev'

/** The command that runs node in front of ours and writes its system calls to `file`. */
export function traced(file: string): string[] {
  // -D: the process that we start is node itself. -xx: every byte as \x…, file names included.
  const how = ['-D', '-f', '--seccomp-bpf', '-y', '-xx', '-s', '70000', '-o', file]
  return ['strace', ...how, '-e', `trace=${REPLAYED},${UNKNOWN}`, '-e', 'signal=none']
}

const CALL = /^(\d+) +(?:<\.\.\. \w+ resumed>(.*)|(\w+)\((.*))$/
const FD = /^\d+<([^>]*)>/

/**
 * Reads a trace. A write counts from the moment that it begins, since it may reach the disk from
 * then on, anything else once it has succeeded. `watches` says for which files.
 *
 * @throws Error for a call on such a file that could not be replayed.
 */
export function readTrace(text: string, watches: (path: string) => boolean): DiskEvent[] {
  const events: DiskEvent[] = []
  const begun = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, pid = '', rest, name, first = ''] = CALL.exec(line) ?? []
    if (pid === '') continue
    const isBegin = line.endsWith('<unfinished ...>')
    const call = rest === undefined ? `${name}(${first}` : (begun.get(pid) ?? '') + rest
    if (isBegin) begun.set(pid, call.replace(/ *<unfinished \.\.\.>$/, ''))
    const isWrite = /^p?write/.test(call)
    if (isWrite ? rest !== undefined : isBegin) continue
    events.push(...eventsOf(call, watches))
  }
  return events
}

function eventsOf(call: string, watches: (path: string) => boolean): DiskEvent[] {
  const [, name = '', args = ''] = /^(\w+)\((.*)$/.exec(call) ?? []
  if (/ = -1 \w+/.test(args)) return []
  const path = bytesOf(FD.exec(args)?.[1] ?? '').toString()
  const isWatched = watches(path)
  const given = strings(args.replace(FD, ''))
  const data = Buffer.concat(given)
  const [named = '', to = ''] = given.map(String)
  switch (name) {
    case 'write':
    case 'writev':
      if (isWatched) return [{ type: 'append', path, data }]
      return /^(pipe|socket|TCP)/.test(path) ? [{ type: 'said', text: data.toString() }] : []
    case 'pwrite64': {
      const [, length, offset] = /, (\d+), (\d+)(?:\)| |$)/.exec(args) ?? []
      if (isWatched && data.length !== Number(length)) throw new Error(`${path}: cut in the trace`)
      return isWatched ? [{ type: 'write', path, offset: Number(offset), data }] : []
    }
    case 'ftruncate': {
      const size = Number(/, (\d+)\)/.exec(args)?.[1])
      return isWatched ? [{ type: 'truncate', path, size }] : []
    }
    case 'fsync':
    case 'fdatasync':
      return [{ type: 'sync', path }]
    case 'openat': {
      if (!args.includes('O_CREAT') || !watches(named)) return []
      const made: DiskEvent = { type: 'create', path: named }
      return args.includes('O_TRUNC') ? [made, { type: 'truncate', path: named, size: 0 }] : [made]
    }
    case 'unlink':
    case 'unlinkat':
      return watches(named) ? [{ type: 'unlink', path: named }] : []
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return watches(named) ? [{ type: 'rename', path: named, to }] : []
    default:
      if (isWatched || watches(named)) throw new Error(`${name} on ${path || named}`)
      return []
  }
}

/** The strings among the arguments. */
function strings(args: string): Buffer[] {
  return [...args.matchAll(/"([^"]*)"/g)].map(([, escaped = '']) => bytesOf(escaped))
}

const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
