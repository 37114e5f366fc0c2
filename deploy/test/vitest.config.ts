import { defineConfig } from 'vitest/config'

const everywhere = { testTimeout: 60_000, hookTimeout: 120_000 }
const built = ['**/dist/**', '**/.testing/**']

/** What is of one database by its nature. */
const once = [
  'hub/src/main.test.ts',
  'hub/src/hub.test.ts',
  'hub/src/store/{database,sqlite/read-only,reads/find-reads-plan,postgres/open-postgres,backup/backup,backup/copy-postgres}.test.ts',
  'hub/src/store/migrations/*.test.ts',
]

/** Every test as it stands, and those of the hub and of the sync contract once more on Postgres. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'main', ...everywhere, exclude: [...built, '**/node_modules/**'] } },
      {
        test: {
          name: 'postgres',
          ...everywhere,
          include: ['hub/src/**/*.test.ts', 'deploy/test/contract/*.test.ts'],
          exclude: [...built, ...once],
          env: { TEST_STORE: 'postgres' },
          globalSetup: 'hub/src/testing/postgres-setup.ts',
        },
      },
    ],
  },
})
