import { parseArgs } from 'node:util'
import { loadConfig } from '@vehicle-control/hub/config/config'
import { lockFolder } from '@vehicle-control/hub/store/sqlite/folder-lock'
import { openStore } from '@vehicle-control/hub/store/open-store'
import { seedReads } from './seed-reads.ts'

const REPORT_EVERY = 100_000
const usage =
  'usage: HUB_DATA_DIR=<empty folder> npm run seed -- --reads 1000000 [--days 400] [--seed 1]'

/** `npm run seed -- --reads 1000000` fills an empty HUB_DATA_DIR with made-up reads. */
async function main(): Promise<void> {
  const options = {
    reads: { type: 'string' },
    days: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  } as const
  const { values } = parseArgs({ options })
  const { seed, days } = values
  if (!isCount(values.reads ?? '') || !isCount(days) || !isCount(seed)) {
    throw new Error(usage)
  }
  const reads = Number(values.reads)
  const config = loadConfig(process.env)
  const lock = lockFolder(config)
  const start = performance.now()
  const rate = (stored: number) => {
    const perSecond = Math.round(stored / ((performance.now() - start) / 1000))
    process.stdout.write(`${stored} of ${reads} reads, ${perSecond}/s\n`)
  }
  const store = await openStore(config)
  const until = Date.now()
  const what = { db: store.db, reads, days: Number(days), seed: Number(seed), until }
  await seedReads(what, (stored) => {
    if (stored % REPORT_EVERY === 0 || stored === reads) rate(stored)
  })
  await store.close()
  lock.release()
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
