import type { TestProject } from 'vitest/node'
import { openPostgres } from '../store/postgres/open-postgres.ts'
import { createDatabase, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database without rows, to be copied. */
    postgresTemplate: string
  }
}

/** For the tests of the hub on Postgres: one cluster for all of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await createDatabase(server.url)
  const store = await openPostgres(template)
  await store.close()
  project.provide('postgresTemplate', template)
  return () => server.stop()
}
