import { tileAddress } from '../../tiles/tile-address.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT } from '../http/callers.ts'
import { noSuchPath, tooManyTries } from '../http/errors.ts'

export const tileCalls = [
  declareCall({
    id: 'tile',
    method: 'GET',
    path: '/api/tiles/:z/:x/:y',
    who: EVERY_ACCOUNT,
    // The browser fetches it as an image, without the Authorization header.
    cookie: true,
    summary: 'A square of the map: zoom, column and row, counted from the north-west',
    answer: 'image/*',
    empty: {
      204: 'No tile: the hub has none there, or cannot get it for now',
      304: 'The tile that If-None-Match names',
    },
    errors: ['rate_limited'],
    async handle({ params, session, context }, { tiles, tileRateLimit }) {
      const address = tileAddress(params)
      if (!address) throw noSuchPath()
      const waitS = await tileRateLimit.waitS(session.id)
      if (waitS > 0) throw tooManyTries(waitS)
      const tile = await tiles.tile(address)
      context.header('cache-control', `private, max-age=${tile.maxAgeS}`)
      if (tile.content === null) return context.body(null, 204)
      context.header('etag', tile.etag)
      if (context.req.header('if-none-match') === tile.etag) return context.body(null, 304)
      return context.body(new Uint8Array(tile.content), 200, { 'content-type': tile.type })
    },
  }),
]
