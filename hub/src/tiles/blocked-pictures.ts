import { createHash } from 'node:crypto'
import { type TileAddress, keyOf } from './tile-address.ts'

/** Smaller pictures, of a sea or a forest, may be the same in many places. */
const LEAST_BYTES = 2048
const SAME_IN_PLACES = 3
const PICTURES_KEPT = 64
/** The length of «Access blocked», as others have reported it. */
const KNOWN_BYTES = 6987

/**
 * Tells tiles from refusals of OpenStreetMap: a picture that says «Access blocked», with status
 * 200. It is marked by a header and has no ETag, which tiles have. Should the mark be gone one day,
 * the same picture in three places is a refusal.
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
