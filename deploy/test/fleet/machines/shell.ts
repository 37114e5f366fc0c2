import { spawn } from 'node:child_process'

/** The output of a command and its exit code: null when a signal ended it. */
export interface Ended {
  code: number | null
  output: string
}

/** Runs a command to its end; `input` is what it reads. Rejects only when it cannot be started. */
export function exec(command: string, args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.once('error', reject)
    // It may end without having read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('close', (code) => resolve({ code, output: output.trim() }))
  })
}

/**
 * Runs a shell command on this machine; returns its output.
 *
 * @throws Error when it fails.
 */
export async function sh(command: string): Promise<string> {
  const { code, output } = await exec('sh', ['-ec', command])
  if (code !== 0) throw new Error(`${command}: exit ${code}: ${output}`)
  return output
}

/** Waits until a check returns something, on a machine with other work. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  { forMs = 120_000, everyMs = 250 } = {},
): Promise<T> {
  const deadline = performance.now() + forMs
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`${what}: not after ${forMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
