import type { InputConfig } from './input-config.ts'

/** An edge of an input. */
export interface LineEvent {
  /** CLOCK_MONOTONIC, milliseconds. */
  at: number
  /** True when the line has become active. */
  active: boolean
  /** Edges before it may have been lost. */
  afterGap?: true
}

/** An input line that is open. */
export interface InputPort {
  /** The line's edges since the last call, and at the first one its level; never waits. */
  changes(): LineEvent[]
  /** Releases the line. Idempotent. */
  close(): void
}

/** The settings that a line is opened with. */
export type InputWiring = Pick<InputConfig, 'pin' | 'activeLow' | 'bias'>

/** The edges of a line whose level can only be polled. */
export function polledPort(options: {
  isActive: () => boolean
  monotonic: () => number
  close: () => void
}): InputPort {
  let before: boolean | null = null
  return {
    changes() {
      const active = options.isActive()
      if (active === before) return []
      before = active
      return [{ active, at: options.monotonic() }]
    },
    close: options.close,
  }
}
