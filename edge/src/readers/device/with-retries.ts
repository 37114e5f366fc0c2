const TRIES = 3

/**
 * Asks again when no answer comes: a frame that noise destroyed is no lost device.
 *
 * @throws what the last of three tries threw, or any of them once `signal` has aborted.
 */
export async function withRetries<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || tries === TRIES) throw error
    }
  }
}
