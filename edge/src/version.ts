import { createRequire } from 'node:module'

/** The version of this package, as package.json names it. */
export const VERSION = (createRequire(import.meta.url)('../package.json') as { version: string })
  .version
