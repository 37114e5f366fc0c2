import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openOutboxFile } from './file/outbox-file.ts'

/** Ends with 5 as soon as its worker has begun to open the file. */
const ENDS_MEANWHILE = `
  import { readdirSync, readlinkSync } from 'node:fs'
  import { OutboxWorkerClient } from '${new URL('../../dist/outbox/worker-client.js', import.meta.url).href}'
  const file = process.argv[2]
  const options = { file, agentCode: 'gate-1', boot: 'boot', monotonic: () => 0, onNotice() {} }
  new OutboxWorkerClient(options).call('open', 0).catch(() => {})
  const target = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd) } catch {} }
  setInterval(() => {
    if (readdirSync('/proc/self/fd').some((fd) => target(fd) === file)) process.exit(5)
  }, 1)
`

it('a process that ends while its worker waits for a lock keeps its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'worker-client-'))
  const file = join(folder, 'outbox.db')
  const { db } = openOutboxFile(file)
  try {
    writeFileSync(join(folder, 'ends.mjs'), ENDS_MEANWHILE)
    const args = [join(folder, 'ends.mjs'), file]
    const { status, signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, signal, stderr }).toEqual({ status: 5, signal: null, stderr: '' })
  } finally {
    db.close()
    rmSync(folder, { recursive: true })
  }
})
