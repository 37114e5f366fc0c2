import type { ReaderConfig } from './reader-config.ts'
import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'

/**
 * The driver of the configured type, not started yet. Only the code of that driver is loaded, so
 * that a native package which is missing fails those who configured it and nobody else.
 */
export async function openReader(config: ReaderConfig, context: ReaderContext): Promise<Reader> {
  switch (config.type) {
    case 'line': {
      const { createLineReader } = await import('./line/reader.ts')
      return createLineReader(config, context)
    }
    case 'simulator': {
      const { createSimulator } = await import('./simulator/reader.ts')
      return createSimulator(config, context)
    }
  }
}
