const TRIES = 3

/**
 * Asks anew when there is no answer: a frame that noise has eaten is no lost device.
 *
 * @throws what the last of three tries threw, or any of them once `signal` has aborted.
 */
export async function withTries<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || tries === TRIES) throw error
    }
  }
}
