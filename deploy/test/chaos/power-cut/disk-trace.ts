/** What a process did to its files, and what it said, in the order of the system calls. */
export type DiskEvent =
  | { type: 'create'; path: string }
  | { type: 'write'; path: string; offset: number; data: Buffer }
  | { type: 'truncate'; path: string; size: number }
  | { type: 'unlink'; path: string }
  | { type: 'sync'; path: string }
  | { type: 'said'; text: string }

const REPLAYED = 'openat,write,writev,pwrite64,fsync,fdatasync,ftruncate,?unlink,unlinkat'
/** Calls that would change a file too: a database that uses them has to be told to `Disk`. */
const UNKNOWN = '?creat,?rename,renameat,?renameat2,fallocate,pwritev'

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
    const event = eventOf(call, watches)
    if (event !== null) events.push(event)
  }
  return events
}

function eventOf(call: string, watches: (path: string) => boolean): DiskEvent | null {
  const [, name = '', args = ''] = /^(\w+)\((.*)$/.exec(call) ?? []
  const isFailed = / = -1 \w+/.test(args)
  const path = bytesOf(FD.exec(args)?.[1] ?? '').toString()
  switch (name) {
    case 'write':
    case 'writev': {
      if (watches(path)) throw new Error(`${name} to ${path}`)
      if (!/^(pipe|socket|TCP)/.test(path)) return null
      return { type: 'said', text: strings(args.replace(FD, '')).toString() }
    }
    case 'pwrite64': {
      if (!watches(path)) return null
      const data = strings(args.replace(FD, ''))
      const [, length, offset] = /, (\d+), (\d+)(?:\)| |$)/.exec(args) ?? []
      if (data.length !== Number(length)) throw new Error(`a write to ${path} was not traced whole`)
      return { type: 'write', path, offset: Number(offset), data }
    }
    case 'ftruncate':
      if (isFailed || !watches(path)) return null
      return { type: 'truncate', path, size: Number(/, (\d+)\)/.exec(args)?.[1]) }
    case 'fsync':
    case 'fdatasync':
      return isFailed ? null : { type: 'sync', path }
    case 'openat': {
      const opened = strings(args).toString()
      const isMade = args.includes('O_CREAT') && !isFailed && watches(opened)
      return isMade ? { type: 'create', path: opened } : null
    }
    case 'unlink':
    case 'unlinkat': {
      const gone = strings(args).toString()
      return isFailed || !watches(gone) ? null : { type: 'unlink', path: gone }
    }
    default: {
      const named = strings(args).toString()
      if (!isFailed && (watches(path) || watches(named)))
        throw new Error(`${name} on ${named || path}`)
      return null
    }
  }
}

/** The bytes of all strings among the arguments, one after the other. */
function strings(args: string): Buffer {
  return bytesOf([...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => hex).join(''))
}

const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
