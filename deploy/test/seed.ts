import { parseArgs } from 'node:util'
import { databaseFile, loadConfig } from '@vehicle-control/hub/config'
import { lockFolder } from '@vehicle-control/hub/store/folder-lock'
import { seedReads } from './seed-reads.ts'

const REPORT_EVERY = 100_000
const usage = 'usage: HUB_DATA_DIR=<empty folder> npm run seed -- --reads 1000000 [--seed 1]'

/** `npm run seed -- --reads 1000000` fills an empty HUB_DATA_DIR with made-up reads. */
async function main(): Promise<void> {
  const options = { reads: { type: 'string' }, seed: { type: 'string', default: '1' } } as const
  const { values } = parseArgs({ options })
  if (!/^[1-9]\d{0,8}$/.test(values.reads ?? '') || !/^\d{1,9}$/.test(values.seed)) {
    throw new Error(usage)
  }
  const reads = Number(values.reads)
  const config = loadConfig(process.env)
  const lock = lockFolder(config.dataDir)
  const start = performance.now()
  const rate = (stored: number) => {
    const perSecond = Math.round(stored / ((performance.now() - start) / 1000))
    process.stdout.write(`${stored} of ${reads} reads, ${perSecond}/s\n`)
  }
  const file = databaseFile(config)
  await seedReads({ file, reads, seed: Number(values.seed), until: Date.now() }, (stored) => {
    if (stored % REPORT_EVERY === 0 || stored === reads) rate(stored)
  })
  lock.release()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
