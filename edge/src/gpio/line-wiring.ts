import { LineFlag } from './uapi.ts'

/** How an input's line is wired. */
export interface LineWiring {
  activeLow: boolean
  bias?: Bias | undefined
}

export type Bias = 'pull-up' | 'pull-down' | 'none'

const BIAS_FLAGS: Record<Bias, bigint> = {
  'pull-up': LineFlag.biasPullUp,
  'pull-down': LineFlag.biasPullDown,
  none: LineFlag.biasDisabled,
}

/** The configured bias, or the one that keeps an undriven line inactive. */
export function biasOf({ activeLow, bias }: LineWiring): Bias {
  return bias ?? (activeLow ? 'pull-up' : 'pull-down')
}

/** The kernel's flags of an input that is wired so; which edges are wanted is the caller's to add. */
export function inputFlags(wiring: LineWiring): bigint {
  const polarity = wiring.activeLow ? LineFlag.activeLow : 0n
  return LineFlag.input | polarity | BIAS_FLAGS[biasOf(wiring)]
}
