import type { BrowserEvents } from '@vehicle-control/protocol'
import type { Socket } from 'socket.io-client'

/** A browser's socket. */
export type Client = Socket<BrowserEvents>

/** Resolves with the next event of this name. */
export function next<E extends keyof BrowserEvents>(
  client: Client,
  event: E,
): Promise<Parameters<BrowserEvents[E]>[0]> {
  return new Promise((resolve) => {
    const listener = (payload: unknown) => resolve(payload as Parameters<BrowserEvents[E]>[0])
    client.once(event, listener as never)
  })
}

/** Resolves with the words of the hub's refusal. */
export const refusal = (client: Client) =>
  new Promise<string>((resolve) => void client.once('connect_error', (e) => resolve(e.message)))

/** Resolves with the reason when the socket is closed. */
export const gone = (client: Client) =>
  new Promise<string>((resolve) => void client.once('disconnect', resolve))
