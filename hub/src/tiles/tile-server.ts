import { TimeoutStrategy, bulkhead, timeout, wrap } from 'cockatiel'
import type { Logger } from 'pino'
import { type TileServer as ServerConfig, isOpenStreetMap } from '../config/tile-sources.ts'
import { BlockedPictures } from './blocked-pictures.ts'
import { type FetchTileOptions, type UpstreamAnswer, fetchTile } from './fetch-tile.ts'
import type { TileAddress } from './tile-address.ts'
import { createTileBreaker } from './tile-breaker.ts'
import { UpstreamRefusal } from './upstream-error.ts'

/** Requests under way at once, and in the queue; further ones are refused. */
const PARALLEL = 4
const WAITING = 400
const ANSWERS_WITHIN_MS = 8000
const BREAK_MS = 60_000

export interface TileServerOptions {
  config: ServerConfig
  version: string
  /** Origin of this hub for browsers: the Referer that servers ask of web pages. */
  publicOrigin: string | null
  log: Logger
  /** Called for each request that was made and failed. */
  onFailure: () => void
  now?: () => number
  answersWithinMs?: number
}

/** A tile server behind a queue, a circuit breaker and a timeout. */
export interface TileServer {
  /** Rejects when the server fails or refuses, the queue is full or the circuit is open. */
  fetch(address: TileAddress, known: FetchTileOptions['known']): Promise<UpstreamAnswer>
  /** Ends what is under way. */
  stop(): void
}

export function createTileServer(options: TileServerOptions): TileServer {
  const { config, log, onFailure, now = Date.now, answersWithinMs = ANSWERS_WITHIN_MS } = options
  const stopped = new AbortController()
  const headers = headersOf(options)
  const blocked = new BlockedPictures(isOpenStreetMap(config.template))
  const breaker = createTileBreaker({
    breakMs: BREAK_MS,
    onBreak: (why) => log.warn({ err: why }, adviceFor(why)),
    onRecovery: () => log.info('the map tile server answers again'),
  })
  const policy = wrap(
    // Outside the breaker: a request that has waited meets the state that it has by then.
    bulkhead(PARALLEL, WAITING),
    breaker.policy,
    timeout(answersWithinMs, TimeoutStrategy.Aggressive),
  )

  return {
    fetch(address, known) {
      return policy.execute(async ({ signal }) => {
        const url = addressOf(config.template, address)
        try {
          return await fetchTile({ url, address, headers, known, blocked, signal, now })
        } catch (error) {
          if (error instanceof UpstreamRefusal) breaker.refused()
          onFailure()
          throw error
        }
      }, stopped.signal)
    },
    stop: () => stopped.abort(),
  }
}

function addressOf(template: string, { z, x, y }: TileAddress): URL {
  return new URL(template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`))
}

function headersOf({ config, version, publicOrigin }: TileServerOptions): Record<string, string> {
  const reach = [publicOrigin && `+${publicOrigin}`, config.contact].filter((part) => part !== null)
  const comment = reach.length === 0 ? '' : ` (${reach.join('; ')})`
  return {
    'user-agent': `VehicleControl/${version}${comment}`,
    ...(publicOrigin !== null && { referer: `${publicOrigin}/` }),
  }
}

function adviceFor(why: unknown): string {
  return why instanceof UpstreamRefusal
    ? 'the map tile server refuses this hub: read its policy, set HUB_CONTACT, or name another server in HUB_TILES_UPSTREAM or a file in HUB_TILES_MBTILES; maps show what is kept, else coasts and cities'
    : 'the map tile server does not answer: maps show what is kept, else coasts and cities; it is asked again every minute'
}
