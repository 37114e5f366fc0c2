import type { HubClient } from '../../local/hub-process.ts'
import type { Figure } from './table.ts'

const goalMs = 50
const exportRows = 20_000
const exports = 5

/** The longest stall of the hub's event loop since the last look, milliseconds. */
async function lag(client: HubClient): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(new URL('/metrics', client.url))).text()
  const value = (name: string) => {
    const found = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)
    return Number(found?.[1]) * 1000
  }
  return { p99: value('p99'), max: value('max') }
}

/** The event loop's stalls while 20,000 rows are exported and the dashboard is open. */
export async function benchEventLoop(
  kind: string,
  client: HubClient,
  dashboard: readonly string[],
): Promise<Figure> {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${client.token}` }
    return (await fetch(new URL(path, client.url), { headers })).text()
  }
  await lag(client)
  let exporting = true
  const open = async () => {
    while (exporting) for (const path of dashboard) await get(path)
  }
  const opened = open()
  let bytes = 0
  for (let i = 0; i < exports; i++) {
    bytes += (await get(`/api/client/logs?receivedFrom=0&limit=${exportRows}`)).length
  }
  const { p99, max } = await lag(client)
  exporting = false
  await opened
  const size = Math.round(bytes / exports / 1e6)
  return {
    what: `event loop while ${exportRows} rows (${size} MB) are exported and the dashboard runs, ${kind}`,
    measured: `p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms`,
    goal: `p99 ≤ ${goalMs} ms`,
    reached: p99 <= goalMs,
  }
}
