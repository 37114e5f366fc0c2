import type { ReaderContext } from '../reader-context.ts'
import type { Reader } from '../reader.ts'
import type { HttpReaderConfig } from './config.ts'
import { createStreamReader } from './stream.ts'
import { createWebhookReader } from './webhook.ts'

/** The reader of whichever of the two kinds the settings are for. */
export function createHttpReader(config: HttpReaderConfig, context: ReaderContext): Reader {
  const { url, port, keyEnv } = config
  if (url !== undefined) return createStreamReader({ ...config, url }, context)
  if (port === undefined || keyEnv === undefined) throw new Error('neither a stream nor a webhook')
  return createWebhookReader({ ...config, port, keyEnv }, context)
}
