import type { z } from 'zod'
import { withStopTimeout } from './stop-timeout.ts'
import type { ReaderContext } from './reader-context.ts'
import { READER_TYPES } from './reader-types.ts'
import type { Reader } from './reader.ts'

/** As much of an address as a status takes. */
const PATH_MAX = 256

type Type = keyof typeof READER_TYPES
type ConfigOf<T extends Type> = z.infer<(typeof READER_TYPES)[T]['schema']>
type Types = {
  [T in Type]: {
    resource: (config: ConfigOf<T>) => string | null
    open: (config: ConfigOf<T>, context: ReaderContext) => Promise<Reader>
  }
}

const types: Types = READER_TYPES

/** The port or address that the reader needs for itself; null where it needs none. */
export function resourceOf<T extends Type>(config: { type: T } & ConfigOf<T>): string | null {
  return types[config.type].resource(config)
}

/**
 * The driver of the configured type, not started yet; its `stop` takes a second at the most. Where
 * its code cannot be loaded, as without its native package, it is a reader that stays closed.
 */
export async function openReader<T extends Type>(
  config: { type: T; id: string } & ConfigOf<T>,
  context: ReaderContext,
): Promise<Reader> {
  try {
    return withStopTimeout(await types[config.type].open(config, context), context)
  } catch (error) {
    context.log.error({ reader: config.id, err: error }, 'the reader cannot be opened')
    const fault = error instanceof Error ? error.message : String(error)
    const where = types[config.type].resource(config) ?? config.type
    return closedForEver(config, where.slice(0, PATH_MAX), fault)
  }
}

function closedForEver(
  { id, type }: { id: string; type: Type },
  path: string,
  error: string,
): Reader {
  return {
    id,
    start() {},
    async stop() {},
    states: () => [
      {
        id,
        type,
        path,
        state: 'closed',
        simulated: false,
        error: error.slice(0, 512),
        noise: 0,
      },
    ],
  }
}
