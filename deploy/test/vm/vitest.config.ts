import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What needs a kernel with devices, in an emulated machine: for minutes, so no part of `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['deploy/test/vm/*.vm.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // One machine at a time.
    fileParallelism: false,
  },
})
