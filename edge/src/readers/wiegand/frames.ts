import { FRAME_BITS_MAX } from './config.ts'

export type Bit = 0 | 1

/** A pulse, as the kernel saw it. */
export interface Pulse {
  /** 0 by D0, 1 by D1. */
  bit: Bit
  /** CLOCK_MONOTONIC, milliseconds: when it began. */
  at: number
  /** The number that the kernel gave it, of both lines together: 32 bits. */
  seq: number
}

/**
 * Why the pulses between two rests are no frame. `cut`: it was under way when the lines were opened.
 * `lost`: the kernel dropped pulses. `order`: two came closer than a reader sends them. `burst`: more
 * than any frame has.
 */
export type FrameFault = 'cut' | 'lost' | 'order' | 'burst'

/** What the lines carried between two rests. */
export interface Frame {
  bits: readonly Bit[]
  /** CLOCK_MONOTONIC, milliseconds: its last pulse. */
  at: number
  fault: FrameFault | null
}

/** Readers send the pulses of a card 0.2 to 20 ms apart, and rest longer before the next. */
const REST_MS = 25
/**
 * Pulses are 0.02 to 0.1 ms long and begin 0.2 ms apart or more. Two that are nearer are one that
 * bounced, or the interrupts of two that were served late: then their order says nothing.
 */
const NEAREST_MS = 0.1

/**
 * Cuts the pulses of both lines into frames by the kernel's times and numbers, whenever they are read.
 * A frame without a fault has every pulse that the kernel saw, in the order of the wires.
 */
export class PulseFrames {
  readonly #onFrame: (frame: Frame) => void
  readonly #openedAt: number
  #pulses: Pulse[] = []
  #isBurst = false
  /** Of the latest pulse. */
  #at: number
  #seq: number | null = null
  /** What the first pulse of the frame has to be numbered. */
  #firstSeq: number | null = null

  /** The lines were opened at `openedAt`, CLOCK_MONOTONIC in milliseconds. */
  constructor(openedAt: number, onFrame: (frame: Frame) => void) {
    this.#openedAt = openedAt
    this.#at = openedAt
    this.#onFrame = onFrame
  }

  /** Hot path. Pulses of one line come in order; those of two may come a little out of it. */
  push(pulse: Pulse): void {
    this.rest(pulse.at)
    if (this.#pulses.length === 0) this.#firstSeq = this.#seq === null ? null : next(this.#seq)
    if (!this.#isBurst) this.#pulses.push(pulse)
    this.#at = Math.max(this.#at, pulse.at)
    if (this.#seq === null || isAfter(pulse.seq, this.#seq)) this.#seq = pulse.seq
    // At once: a line that is disturbed may never rest.
    if (!this.#isBurst && this.#pulses.length > FRAME_BITS_MAX) this.#end('burst')
  }

  /** No pulse came until `now`: ends the frame when that is a rest. */
  rest(now: number): void {
    if (now - this.#at <= REST_MS) return
    if (!this.#isBurst && this.#pulses.length > 0) this.#end(this.#faultOf(this.#pulses))
    this.#isBurst = false
    this.#pulses = []
  }

  #end(fault: FrameFault | null): void {
    this.#isBurst = fault === 'burst'
    this.#onFrame({ bits: this.#pulses.map(({ bit }) => bit), at: this.#at, fault })
  }

  /** Puts the pulses in order, and says what is wrong with them. */
  #faultOf(pulses: Pulse[]): FrameFault | null {
    pulses.sort((a, b) => (a.seq - b.seq) | 0)
    let before: Pulse | null = null
    for (const pulse of pulses) {
      if (before === null && pulse.at - this.#openedAt <= REST_MS) return 'cut'
      const seq = before === null ? (this.#firstSeq ?? pulse.seq) : next(before.seq)
      if (pulse.seq !== seq) return 'lost'
      if (before !== null && pulse.at - before.at < NEAREST_MS) return 'order'
      before = pulse
    }
    return null
  }
}

const next = (seq: number) => (seq + 1) >>> 0
const isAfter = (seq: number, other: number) => ((seq - other) | 0) > 0
