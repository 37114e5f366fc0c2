import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** What the next scenario finds is what the one before left: by the number in the file's name. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The playbooks against machines: as root, and for most of an hour, and so no part of `npm test`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['deploy/test/fleet/*.fleet.ts'],
    globalSetup: 'deploy/test/fleet/setup.ts',
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
    sequence: { sequencer: InOrder },
    // What a scenario leaves half done makes those after it fail for no reason of their own.
    bail: process.env['FLEET_KEEP'] ? 0 : 1,
  },
})
