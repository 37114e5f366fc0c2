import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../local/child.ts'

/**
 * The command before a process whose folder is to be a disk of its own, of memory, which no other
 * process has: it runs in a mount namespace. `before` is a shell command that runs on the empty
 * disk; from outside the disk is `diskOf(pid, folder)`.
 */
export function onSmallDisk(folder: string, megabytes: number, before = 'true'): string[] {
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs ${folder}`
  const shell = `${mount} && cd ${folder} && ${before}; cd ${root} && exec "$@"`
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', shell, 'sh']
}

/** The path by which this process reaches the disk of another one. */
export function diskOf(pid: number | undefined, folder: string): string {
  return `/proc/${pid}/root${folder}`
}

/** Fills a disk to its last byte; the path of the file that takes the room comes back. */
export function fillDisk(folder: string): string {
  const path = join(folder, 'fill')
  const file = openSync(path, 'w')
  for (let size = 1 << 20; size >= 512;) {
    try {
      writeSync(file, Buffer.alloc(size))
    } catch {
      // No room for so much: what is left is smaller.
      size /= 2
    }
  }
  closeSync(file)
  return path
}
