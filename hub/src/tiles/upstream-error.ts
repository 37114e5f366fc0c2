import type { TileAddress } from './tile-address.ts'

/** The tile server gave nothing that is a tile: it is away, slow, broken, or something else answers. */
export class UpstreamFault extends Error {
  override name = 'UpstreamFault'
}

/** The tile server does not want this hub: after one refusal it is not asked for a while. */
export class UpstreamRefusal extends Error {
  override name = 'UpstreamRefusal'
  /** How long it asks to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null
  /** Tiles that it sent before, and that were no tiles either. */
  readonly mistaken: readonly TileAddress[]

  constructor(
    message: string,
    {
      retryAfterMs = null,
      mistaken = [],
    }: { retryAfterMs?: number | null; mistaken?: readonly TileAddress[] } = {},
  ) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.mistaken = mistaken
  }
}
