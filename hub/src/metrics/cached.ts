export interface CacheOptions {
  /** How long a value is given again. */
  ttlMs: number
  /** How long whoever asks waits for a new one. */
  timeoutMs: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/**
 * Returns a function that makes a value when it is called, and gives the same one to all calls
 * within `ttlMs` of its making: however many scrape, the database works once. Null where the making
 * failed, or takes longer than `timeoutMs`; a value that comes later is kept for the next calls.
 */
export function cached<T>(make: () => Promise<T>, options: CacheOptions): () => Promise<T | null> {
  const { ttlMs, timeoutMs, now = () => performance.now() } = options
  let value: T | null = null
  let goodUntil = Number.NEGATIVE_INFINITY
  let making: Promise<void> | undefined

  async function renew(): Promise<void> {
    try {
      value = await make()
      goodUntil = now() + ttlMs
    } catch {
      // Whoever asks gets no old value; the next one tries again.
      value = null
      goodUntil = Number.NEGATIVE_INFINITY
    } finally {
      making = undefined
    }
  }

  return async () => {
    if (now() < goodUntil) return value
    making ??= renew()
    const inTime = making.then(() => true)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs)
    })
    const isInTime = await Promise.race([inTime, late])
    clearTimeout(timer)
    return isInTime ? value : null
  }
}
