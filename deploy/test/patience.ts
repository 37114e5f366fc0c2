import { expect, vi } from 'vitest'

/** What is waited for comes late on a machine with other work: Vitest itself gives it a second. */
const PATIENCE_MS = 20_000

const { poll } = expect
expect.poll = (check, options) => poll(check, { timeout: PATIENCE_MS, ...options })

const { waitFor } = vi
vi.waitFor = (check, options = PATIENCE_MS) => waitFor(check, options)
