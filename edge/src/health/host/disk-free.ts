import { statfs } from 'node:fs/promises'

/** Per cent of the disk of a folder that its owner may still fill, as df counts; null if unknown. */
export async function readDiskFree(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null)
  if (disk === null) return null
  const usable = disk.blocks - disk.bfree + disk.bavail
  return usable === 0 ? null : Math.round((disk.bavail / usable) * 1000) / 10
}
