import { isMainThread } from 'node:worker_threads'

/**
 * Loaded ahead of a hub or edge that a launcher starts with a channel to itself: when the launcher ends,
 * in whatever way, its child gets SIGTERM. No part of a release.
 */
function end(): void {
  process.kill(process.pid, 'SIGTERM')
}

if (isMainThread) {
  process.once('disconnect', end)
  // Unreferenced: the channel alone keeps no process alive.
  process.channel?.unref()
  // The launcher may have ended before this module was loaded.
  if (!process.connected) end()
}
