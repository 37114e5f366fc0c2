import { expect, it } from 'vitest'
import { FRAME_PACE } from '../ingest/connections/agent-socket.ts'
import { TokenBucket } from './token-bucket.ts'

let now = 0
const taken = (bucket: TokenBucket, tries: number) =>
  Array.from({ length: tries }, () => bucket.take()).filter(Boolean).length

it('lets 400 frames through at once and no 500, and 100 more a second later', () => {
  const bucket = new TokenBucket({ ...FRAME_PACE, now: () => now })
  expect(taken(bucket, 500)).toBe(400)
  now += 1000
  expect(taken(bucket, 500)).toBe(100)
  now += 60_000
  expect(taken(bucket, 500)).toBe(400)
})
