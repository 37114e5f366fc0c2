import { isMainThread } from 'node:worker_threads'

/**
 * Loaded ahead of a hub or edge by who launches it, with a channel between the two: a launcher that is
 * gone, however it ended, is SIGTERM to what it launched. No part of what ships.
 */
function end(): void {
  process.kill(process.pid, 'SIGTERM')
}

if (isMainThread) {
  process.once('disconnect', end)
  // A process that has nothing left to do ends as it would without us.
  process.channel?.unref()
  // It may have gone before this was read.
  if (!process.connected) end()
}
