import { expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'
import { faultsInAllLooks, logIn } from '../rig/watched-page.ts'

const PASSWORD = 'blue tractor'
const EMAILS = [
  'rosa.gil@transportes-andinos.com.co',
  'juan.sebastian.rodriguez@puertonorte.co',
  'eva@ejemplo.co',
]

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    for (const email of EMAILS) {
      const account = { email, name: 'Juan Sebastián Rodríguez', role: 'admin', password: PASSWORD }
      await client.post('/api/users', account)
    }
    await client.post('/api/users/invites', {
      email: 'luz.marina@ejemplo.co',
      name: 'Luz Marina',
      role: 'operator',
    })
    await client.post('/api/walls', {
      name: 'Portería',
      screens: ['dashboard', 'map'],
      every_s: 30,
    })
    return client
  }),
)

it('breaks no address at 1366, beside an invite and a wall screen that says what it shows', async () => {
  const { page } = rig
  await page.setViewportSize({ width: 1366, height: 768 })
  await logIn(page, '/admin?tab=usuarios')
  const table = page.getByRole('table', { name: 'Usuarios' })
  await table.getByText('Dashboard → Mapa · 30 s cada una').waitFor()
  const lines = await table.locator('tbody tr td:first-child').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      return [cell.textContent, new Set(tops).size]
    }),
  )
  expect(lines).toHaveLength(6)
  expect(lines.filter(([, count]) => count !== 1)).toEqual([])
  const date = table.getByRole('row').filter({ hasText: 'Tú' }).locator('td:nth-child(6)')
  // Date and time, of which neither is broken.
  expect(await date.evaluate((cell) => (cell as HTMLElement).offsetWidth)).toBeGreaterThan(100)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(overflow).toBeLessThanOrEqual(1366)
})

it('says of a change of role that it ends the sessions of who has it, as the hub does', async () => {
  const { page } = rig
  await logIn(page, '/admin?tab=usuarios')
  const ends = page.getByText(/Al guardarlo se cierran sus sesiones en un segundo/)
  const role = page.getByRole('dialog').getByRole('combobox', { name: 'Rol' })
  await page.getByRole('button', { name: 'Editar eva@ejemplo.co' }).click()
  await role.waitFor()
  expect(await ends.count()).toBe(0)
  await role.selectOption({ label: 'Operador' })
  await ends.waitFor()
  expect(await faultsInAllLooks(page)).toEqual([])
  await role.selectOption({ label: 'Administrador' })
  expect(await ends.count()).toBe(0)
  await page.keyboard.press('Escape')
  // Who never came in has none.
  await page.getByRole('button', { name: 'Editar luz.marina@ejemplo.co' }).click()
  await role.selectOption({ label: 'Administrador' })
  expect(await ends.count()).toBe(0)
})
