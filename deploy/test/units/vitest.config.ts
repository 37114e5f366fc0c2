import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The units under a real systemd: as root, and for minutes, and so no part of `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['deploy/test/units/*.systemd.ts'],
    // One machine at a time: they share this one's processors.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 600_000,
  },
})
