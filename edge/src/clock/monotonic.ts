/**
 * CLOCK_MONOTONIC in milliseconds. On Linux its origin is the boot of the machine, so values of
 * one boot id compare across restarts of the process.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
