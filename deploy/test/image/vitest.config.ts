import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Cards under a real systemd and cloud-init: as root, and for minutes, and so no part of `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['deploy/test/image/*.systemd.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
