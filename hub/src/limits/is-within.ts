/** Whether a promise is kept within so many milliseconds; rejects where it is broken within them. */
export async function isWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const kept = await Promise.race([promise.then(() => true), late]).finally(() => {
    clearTimeout(timer)
  })
  return kept
}
