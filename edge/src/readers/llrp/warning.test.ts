import { describe, expect, it } from 'vitest'
import { LlrpWarning } from './warning.ts'

const TEN_MINUTES_MS = 10 * 60_000

describe('what is wrong at an LLRP reader that still reads', () => {
  it('shows a single event for ten minutes, and what lasts for as long as it lasts', () => {
    const warning = new LlrpWarning([1, 2])
    warning.refused('it knows no list')
    warning.antenna({ id: 2, isConnected: false })
    warning.antenna({ id: 3, isConnected: false })
    warning.happened('its buffer overflowed', 1000)
    const lasting = 'it knows no list; no antenna at 2'
    expect(warning.text(1000 + TEN_MINUTES_MS - 1)).toBe(`${lasting}; its buffer overflowed`)
    expect(warning.text(1000 + TEN_MINUTES_MS)).toBe(lasting)
    warning.antenna({ id: 2, isConnected: true })
    expect(warning.text(1000 + TEN_MINUTES_MS)).toBe('it knows no list')
  })
})
