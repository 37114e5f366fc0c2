import type { ReaderState } from '@vehicle-control/protocol'
import { captureOfRunningEdge } from '../../capture/running-edge.ts'

const WITHIN_MS = 2000

/**
 * What the edge that serves this socket says of its readers, by their ids: the state that a capture
 * begins with. One that says nothing within 2 s is asked no more; where none runs, or this account may
 * not ask it, there are none. Never rejects.
 */
export async function runningReaders(
  path: string,
  readers: readonly { id: string }[],
): Promise<ReadonlyMap<string, ReaderState>> {
  const said = new Map<string, ReaderState>()
  try {
    // One after the other: an edge serves few captures at once.
    for (const { id } of readers) {
      const state = await stateOf(path, id)
      if (state === 'no answer') break
      if (state !== null) said.set(id, state)
    }
  } catch {
    // Its socket is another account's: what can be seen from outside has to do.
  }
  return said
}

/** Null: the edge has no such reader, or no room for another capture. */
type Said = ReaderState | 'no answer' | null

async function stateOf(path: string, id: string): Promise<Said> {
  let tell: (state: Said) => void = () => {}
  const told = new Promise<Said>((resolve) => (tell = resolve))
  const timer = setTimeout(() => tell('no answer'), WITHIN_MS)
  const source = await captureOfRunningEdge(path, id, {
    onLine: (line) => 'state' in line && tell(line.state),
    onEnd: () => tell(null),
  })
  try {
    return source === null ? 'no answer' : await told
  } finally {
    clearTimeout(timer)
    await source?.stop()
  }
}
