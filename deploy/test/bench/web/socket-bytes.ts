import { openBrowser } from '../../rig/browser.ts'
import { startCountingProxy } from '../../rig/counting-proxy.ts'
import { startSeededSite, storedSession } from '../../rig/dashboard-site.ts'
import { tagOf } from '../../read-stream.ts'
import type { Figure } from '../table.ts'
import { countedReads } from './flood.ts'
import { SteadyAgent } from './steady-agent.ts'

/** What a browser hears as it comes is not counted. */
const FIRST_BATCHES = 20
const BATCHES = 200
const STREAM = {
  entries: 10,
  everyMs: 100,
  // Of 5,000 assets in no order, and one tag in five that no asset has.
  uidOf: (n: number) => tagOf((n % 5 === 0 ? 5000 : 0) + ((n * 7919) % 5000)),
}
const GOAL_KBIT = 40

/** What one browser's socket costs on the wire at 100 events a second, as it was compressed. */
export async function benchSocketBytes(): Promise<Figure[]> {
  const { site, client } = await startSeededSite(0, 1)
  const proxy = await startCountingProxy(client.url)
  const browser = await openBrowser()
  try {
    const agent = await SteadyAgent.open(client, 'busy')
    const context = await browser.newContext({
      baseURL: proxy.url,
      storageState: storedSession(client, { origin: proxy.url }),
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto('/live-rfid')
    await page.getByText('En vivo').waitFor()
    await agent.send({ ...STREAM, batches: FIRST_BATCHES })
    const before = await countedReads(page, FIRST_BATCHES * STREAM.entries)
    const atStart = proxy.bytesTo('/socket.io')
    const start = performance.now()
    await agent.send({ ...STREAM, batches: BATCHES })
    const counted = (await countedReads(page, before + BATCHES * STREAM.entries)) - before
    const seconds = (performance.now() - start) / 1000
    const kbit = ((proxy.bytesTo('/socket.io') - atStart) * 8) / 1000 / seconds
    agent.close()
    const events = counted / seconds
    return [
      {
        what: `socket of one browser at ${events.toFixed(0)} events/s, bytes on the wire, ${counted} events`,
        measured: `${kbit.toFixed(0)} kbit/s`,
        goal: `≤ ${GOAL_KBIT} kbit/s`,
        reached: kbit <= GOAL_KBIT,
      },
    ]
  } finally {
    await browser.close()
    proxy.stop()
    await site.end()
  }
}
