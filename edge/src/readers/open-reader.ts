import type { z } from 'zod'
import { withBoundedStop } from './bounded-stop.ts'
import type { ReaderContext } from './reader-context.ts'
import { READER_TYPES } from './reader-types.ts'
import type { Reader } from './reader.ts'

type Type = keyof typeof READER_TYPES
type ConfigOf<T extends Type> = z.infer<(typeof READER_TYPES)[T]['schema']>
type Openers = {
  [T in Type]: { open: (config: ConfigOf<T>, context: ReaderContext) => Promise<Reader> }
}

const openers: Openers = READER_TYPES

/** The driver of the configured type, not started yet; its `stop` takes a second at the most. */
export async function openReader<T extends Type>(
  config: { type: T } & ConfigOf<T>,
  context: ReaderContext,
): Promise<Reader> {
  return withBoundedStop(await openers[config.type].open(config, context), context)
}
