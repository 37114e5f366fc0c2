import { existsSync, statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { testsThatReach } from './tests-that-reach.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const LONGER = Number(process.env['LONG'] || 1)
/** Screens whose lines lie in the hub's database: people, and what they set. */
const SCREENS_OF_STORE = 'deploy/test/e2e/{admin-{audit,config*,users*},map-plan}.test.ts'
/** What a browser shows, in a machine that does much else: see README.md. */
const SCREENS = testsThatReach(root, 'deploy/test/rig/browser.ts', ['deploy/test/e2e'])
const ELSEWHERE = ['**/node_modules/**', '**/dist/**', '**/.testing/**']

// The tests make and delete databases by the thousand, for which ext4 needs longer and longer: they
// lie in memory where that has room.
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3
if (existsSync(MEMORY) && roomOf(MEMORY) > ROOM_BYTES) process.env['TMPDIR'] = MEMORY

function roomOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Every test once, and what opens a store of its own once more on Postgres: that is who reaches
 * temp-store.ts by its imports. `*.postgres.test.ts` is of Postgres alone.
 */
export default defineConfig({
  root,
  resolve: {
    // Tests see each package's sources, whatever was built: a change is known to reach them.
    alias: [
      { find: /^@vehicle-control\/(\w+)$/, replacement: `${root}$1/src/index.ts` },
      { find: /^@vehicle-control\/(\w+)\/(.+)$/, replacement: `${root}$1/src/$2.ts` },
    ],
  },
  test: {
    // With one of Vitest's own it would leave a core of two idle.
    maxWorkers: 2,
    // Loading what a file imports costs more than most of them: those of a worker share it.
    isolate: false,
    testTimeout: 60_000 * LONGER,
    hookTimeout: 120_000,
    setupFiles: ['deploy/test/patience.ts'],
    exclude: ELSEWHERE,
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['deploy/test/{e2e,chaos,hostile}/*.test.ts'],
          exclude: [...ELSEWHERE, ...SCREENS],
          globalSetup: 'deploy/test/rig/built-app.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: [...SCREENS],
          globalSetup: 'deploy/test/rig/built-app.ts',
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens-postgres',
          include: [SCREENS_OF_STORE],
          env: { TEST_STORE: 'postgres' },
          globalSetup: ['deploy/test/rig/built-app.ts', 'hub/src/testing/postgres-setup.ts'],
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'main',
          include: ['{protocol,edge,hub}/src/**/*.test.ts', 'deploy/**/*.test.ts'],
          exclude: [...ELSEWHERE, 'deploy/test/{e2e,chaos,hostile}/**', '**/*.postgres.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            ...testsThatReach(root, 'hub/src/testing/temp-store.ts', [
              'hub/src',
              'deploy/test/contract',
            ]),
          ],
          env: { TEST_STORE: 'postgres' },
          globalSetup: 'hub/src/testing/postgres-setup.ts',
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
