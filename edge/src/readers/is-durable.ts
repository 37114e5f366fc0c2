import type { ReaderContext } from './reader-context.ts'

const DURABLE_WITHIN_MS = 5000

/** Whether what was handed on so far is durable; false when the disk refuses it or has hung. */
export async function isDurable({ disk, timers }: ReaderContext): Promise<boolean> {
  if (disk === undefined) return true
  let cancel = () => {}
  const late = new Promise<boolean>((resolve) => {
    cancel = timers.after(DURABLE_WITHIN_MS, () => resolve(false))
  })
  const stored = disk.durable().then(
    () => true,
    () => false,
  )
  const isStored = await Promise.race([stored, late])
  cancel()
  return isStored
}
