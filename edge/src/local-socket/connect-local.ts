import { connect, type Socket } from 'node:net'

/**
 * A connection to the edge that serves this socket; null when none does.
 *
 * @throws Error whose code says why the socket of a running edge cannot be used.
 */
export async function connectLocal(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject)
    })
    return socket
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw error
  }
}
