import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { ControlRig, RelayView } from '../rig/control-rig.ts'
import { statusOf } from '../rig/live-agent.ts'
import { eachOnItsPage } from '../rig/page-rig.ts'
import { until } from '../rig/site.ts'
import { faultsInAllLooks } from '../rig/watched-page.ts'

const KNOWN = 'E200341200000000000000A1'
const UNKNOWN = 'E200341200000000000000B1'

const rig = eachOnItsPage(
  new ControlRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/agents', { code: 'porton-1', name: 'Portón 1', lat: 4.63, lng: -74.09 })
    await client.post('/api/vehicles', { plate: 'ABC123', rfid_tag: KNOWN })
    return client
  }),
)
let page: Page
beforeEach(async () => {
  page = rig.page
  await reportReader()
})

/** The agent has a reader that reads, without which no screen says «Conectado». */
async function reportReader(): Promise<void> {
  const device = { type: 'line', path: '/dev/ttyUSB0', simulated: false, noise: 0 }
  await rig.agent.report([statusOf({ readers: [{ id: 'gate', state: 'open', ...device }] })])
}

/** All that live regions of the page say from now on, where and how. */
async function listen(): Promise<() => Promise<string[]>> {
  await page.getByTestId('spoken').waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const live = 'output, [role=status], [role=alert], [role=log], [aria-live]'
    new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(live)
        if (region && (addedNodes.length > 0 || target instanceof Text)) regions.add(region)
        for (const node of addedNodes) {
          if (node instanceof Element && node.matches('[role=alert]')) regions.add(node)
        }
      }
      for (const region of regions) {
        if (region.getAttribute('aria-live') === 'off') continue
        const text = region.textContent?.trim()
        if (text) heard.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
}

it.each(['/live-rfid', '/dashboard', '/map'])(
  'an unknown tag is heard once on %s, and a known one not at all',
  async (path) => {
    await page.goto(path)
    await page.getByLabel('Conexión con el hub').getByText('Conectado').waitFor()
    const heard = await listen()
    const tags = [`${UNKNOWN}${path.length}`, `${UNKNOWN}${path.length}9`]
    await rig.agent.read(KNOWN)
    await rig.agent.read(tags[0] ?? '')
    await until('the sentence', async () => (await heard()).length > 0)
    expect(await heard()).toEqual([`Tag sin registrar ${tags[0]} en Portón 1`])
    await rig.agent.read(KNOWN)
    await rig.agent.read(tags[1] ?? '')
    await until('the next sentence', async () => (await heard()).length > 1)
    expect((await heard()).slice(1)).toEqual([`Tag sin registrar ${tags[1]} en Portón 1`])
    expect(await faultsInAllLooks(page)).toEqual([])
  },
)

it('a loss of the hub and its return are each heard once', async () => {
  await page.goto('/live-rfid')
  await page.getByText('En vivo').waitFor()
  const heard = await listen()
  await rig.site.hub.child.stop('SIGKILL')
  await page.getByText('Socket: sin conexión').waitFor()
  await until('the loss', async () => (await heard()).length > 0)
  await rig.site.startHub()
  await rig.reconnectAgent()
  await reportReader()
  await page.getByText('En vivo').waitFor()
  await until('the return', async () => (await heard()).some((one) => one.includes('otra vez')))
  const said = await heard()
  expect(said.filter((one) => one.includes('Sin conexión con el hub'))).toHaveLength(1)
  expect(said.filter((one) => /Socket|Reconectando|Desconectado/.test(one))).toEqual([])
})

it('an opening that fails after its sheet was closed is heard and seen', async () => {
  await page.goto('/map')
  await rig.agent.read(UNKNOWN)
  await page.goto('/live-rfid')
  await rig.rows(UNKNOWN).first().click()
  const relay = new RelayView(page, 17)
  await relay.on.click()
  await relay.shows('Activando: pendiente')
  await page.keyboard.press('Escape')
  await relay.box.waitFor({ state: 'hidden' })
  const command = await rig.agent.takeCommand()
  await rig.agent.answer(command, { ok: false, reason: 'busy', onMs: 0 })
  await page
    .getByRole('alert')
    .getByText(/^Portón 1, relé 17\. ACK: fallo de ejecución/)
    .waitFor()
})

it('nothing is said on a wall', async () => {
  await page.goto('/live-rfid?kiosk=1')
  await rig.agent.read(UNKNOWN)
  await page.getByText(UNKNOWN.slice(-4)).or(page.getByText('Sin registrar')).first().waitFor()
  expect(await page.getByTestId('spoken').count()).toBe(0)
})
