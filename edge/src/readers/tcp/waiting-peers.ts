import type { Socket } from 'node:net'
import type { Timers } from '../../clock/timers.ts'

const WAITING_MAX = 4
const WAITS_MS = 5000

/** Who dialled in; its socket is paused, and what it sends stays in the kernel. */
export interface Peer {
  socket: Socket
  address: string
}

/**
 * Peers that wait for the place of the live one: four for 5 s each, one of each address. Nothing of
 * them is held in this process.
 */
export class WaitingPeers {
  readonly #timers: Timers
  readonly #onDue: () => void
  readonly #onGivenUp: () => void
  readonly #peers = new Map<Peer, () => void>()

  /** `onDue` is called when one has waited for 5 s; unless that takes it, it is let go: `onGivenUp`. */
  constructor(timers: Timers, onDue: () => void, onGivenUp: () => void) {
    this.#timers = timers
    this.#onDue = onDue
    this.#onGivenUp = onGivenUp
  }

  /** Takes the peer, in the place of an earlier one of its address; false: there is no room, it is let go. */
  add(peer: Peer): boolean {
    for (const earlier of this.#peers.keys()) {
      if (earlier.address === peer.address) this.#letGo(earlier)
    }
    if (this.#peers.size >= WAITING_MAX) {
      peer.socket.destroy()
      return false
    }
    const cancel = this.#timers.after(WAITS_MS, () => {
      this.#onDue()
      if (!this.#peers.has(peer)) return
      this.#letGo(peer)
      this.#onGivenUp()
    })
    this.#peers.set(peer, cancel)
    return true
  }

  /** The one of this address, else the one that has waited for longest. */
  first(address: string | undefined): Peer | undefined {
    const peers = [...this.#peers.keys()]
    return peers.find((peer) => peer.address === address) ?? peers[0]
  }

  /** It waits no more, and its socket is the caller's. */
  take(peer: Peer): void {
    this.#peers.get(peer)?.()
    this.#peers.delete(peer)
  }

  /** Lets all of them go. */
  clear(): void {
    for (const peer of this.#peers.keys()) this.#letGo(peer)
  }

  #letGo(peer: Peer): void {
    if (!this.#peers.has(peer)) return
    this.take(peer)
    peer.socket.destroy()
  }
}
