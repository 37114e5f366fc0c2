import { createHash } from 'node:crypto'
import { type TileAddress, keyOf } from './tile-address.ts'

/** A picture of a sea or a forest may be the same in many places, but it is a small one. */
const LEAST_BYTES = 2048
const SAME_IN_PLACES = 3
const PICTURES_KEPT = 64
/** What the picture measured when others met it. */
const KNOWN_BYTES = 6987

/**
 * OpenStreetMap refuses with a picture of words, «Access blocked», under the status 200. It marks it
 * with a header, and it lacks what its tiles have, an ETag; where the mark should be gone one day,
 * one and the same picture in three places tells.
 */
export class BlockedPictures {
  readonly #places = new Map<string, Map<string, TileAddress>>()
  readonly #isOpenStreetMap: boolean

  constructor(isOpenStreetMap: boolean) {
    this.#isOpenStreetMap = isOpenStreetMap
  }

  /** Null for a tile; otherwise the places where the same picture was taken for one before. */
  look(address: TileAddress, headers: Headers, content: Uint8Array): TileAddress[] | null {
    if (headers.has('x-blocked')) return []
    if (!this.#isOpenStreetMap || headers.has('etag')) return null
    if (content.length === KNOWN_BYTES) return []
    if (content.length < LEAST_BYTES) return null
    const places = this.#placesOf(createHash('sha256').update(content).digest('base64'))
    places.set(keyOf(address), address)
    return places.size < SAME_IN_PLACES ? null : [...places.values()]
  }

  #placesOf(picture: string): Map<string, TileAddress> {
    const places = this.#places.get(picture) ?? new Map<string, TileAddress>()
    // The newest stand last.
    this.#places.delete(picture)
    this.#places.set(picture, places)
    const [oldest] = this.#places.keys()
    if (oldest !== undefined && this.#places.size > PICTURES_KEPT) this.#places.delete(oldest)
    return places
  }
}
