import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Archives that `npm run release` made, unpacked and run: they must be there, so no part of `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['deploy/test/release/*.release.ts'],
    // A processor that is emulated takes ten times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
})
