import type { ReaderConfig } from './reader-config.ts'
import type { ReaderContext } from './reader-context.ts'
import type { Reader } from './reader.ts'

/**
 * The driver of the configured type, not started yet. Only that driver's code is loaded: a missing
 * native package fails the edges that use it and no others.
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
