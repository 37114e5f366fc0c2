import { expect, vi } from 'vitest'

/** Longest wait for a condition, on a machine with other work; Vitest's own is a second. */
const PATIENCE_MS = 20_000

const { poll } = expect
expect.poll = (check, options) => poll(check, { timeout: PATIENCE_MS, ...options })

const { waitFor } = vi
vi.waitFor = (check, options = PATIENCE_MS) => waitFor(check, options)
