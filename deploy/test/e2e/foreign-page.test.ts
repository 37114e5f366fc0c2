import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VehicleList } from '@vehicle-control/protocol'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachOnItsPage, PageRig } from '../rig/page-rig.ts'

/** The victim's password is known to the test alone: the login form is where it is typed. */
const account = { email: 'victima@planta.co', password: 'tractor azul 93' }

const rig = eachOnItsPage(
  new PageRig(async (site) => {
    const client = await site.startHub()
    await client.post('/api/users', { ...account, name: 'Ana', role: 'admin' })
    return client
  }),
)

// On another port of the same machine, which is of the same site: SameSite alone keeps nothing from it.
const foreign = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>foreign</title>'),
)
let origin = ''
beforeAll(async () => {
  foreign.listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
})
afterAll(() => void foreign.close())

const plates = async () => {
  const { items } = (await rig.client.get('/api/vehicles?pageSize=100')) as VehicleList
  return new Set(items.map(({ plate }) => plate))
}

/** Logs the victim in, so that the browser holds its cookie, and goes to the other page. */
async function lureVictim(): Promise<void> {
  const { page } = rig
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/dashboard')
  expect(await rig.context.cookies(`${rig.client.url}/api/photos/x`)).not.toEqual([])
  await page.goto(origin)
}

it('reads nothing of a hub whose user is logged in', async () => {
  await lureVictim()
  const read = await rig.page.evaluate(async (hub) => {
    const paths = [
      '/api/auth/me',
      '/api/vehicles/export/csv',
      '/api/public-config',
      '/',
      '/metrics',
    ]
    const modes: RequestInit[] = [{ credentials: 'include' }, { mode: 'no-cors' }, {}]
    const fetched = await Promise.all(
      paths.flatMap((path) =>
        modes.map(async (mode) => {
          const answer = await fetch(hub + path, mode).catch(() => null)
          return answer === null ? '' : await answer.text()
        }),
      ),
    )
    const heard = await new Promise<string>((resolve) => {
      const socket = new WebSocket(
        `${hub.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      )
      socket.addEventListener('message', ({ data }) => resolve(String(data)))
      socket.addEventListener('close', () => resolve(''))
    })
    const script = await new Promise<string>((resolve) => {
      const tag = document.createElement('script')
      tag.src = `${hub}/api/vehicles/export/csv`
      tag.addEventListener('load', () => resolve('ran'))
      tag.addEventListener('error', () => resolve(''))
      document.head.append(tag)
    })
    return [...fetched, heard, script].join('')
  }, rig.client.url)
  expect(read).toBe('')
})

it('holds no page of it in a frame, nor by a window that it opened', async () => {
  await lureVictim()
  const [opened] = await Promise.all([
    rig.context.waitForEvent('page'),
    rig.page.evaluate(
      (hub) => void Object.assign(globalThis, { opened: open(`${hub}/live-rfid`) }),
      rig.client.url,
    ),
  ])
  await opened.waitForURL('**/live-rfid')
  const seen = await rig.page.evaluate(async (hub) => {
    const frame = document.createElement('iframe')
    frame.src = `${hub}/login`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    const { opened: other } = globalThis as unknown as { opened: Window }
    const look = (what: Window | null) => {
      try {
        return what?.document.title ?? 'closed'
      } catch {
        return 'kept apart'
      }
    }
    return [look(frame.contentWindow), other.closed ? 'closed' : look(other)]
  }, rig.client.url)
  expect(seen).toEqual(['kept apart', 'closed'])
  const frames = rig.page.frames().map((frame) => frame.url())
  expect(frames.filter((url) => url.startsWith(rig.client.url))).toEqual([])
  await opened.close()
})

it('changes nothing at it by forms and requests that need no leave', async () => {
  const before = await plates()
  await lureVictim()
  const hub = rig.client.url
  const sent: string[] = []
  const granted: string[] = []
  rig.context.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
  rig.context.on('response', (answer) => {
    if (answer.url().startsWith(`${hub}/api/`) && answer.ok()) granted.push(answer.url())
  })
  await rig.page.evaluate(async (to) => {
    const body = JSON.stringify({ plate: 'AJENO1', rfid_tag: 'AJENO1', name: 'x', owner: 'x' })
    const init: RequestInit = { method: 'POST', mode: 'no-cors', credentials: 'include', body }
    // What comes back is kept from it, and the request has gone out all the same.
    for (const path of ['/api/vehicles', '/api/auth/logout', '/api/auth/change-password'])
      await fetch(to + path, init).catch(() => null)
  }, hub)
  for (const path of ['/api/vehicles', '/api/upload/image']) {
    await rig.page.goto(origin)
    await rig.page.evaluate(
      ({ action, type }) => {
        const form = Object.assign(document.createElement('form'), {
          action,
          method: 'post',
          enctype: type,
        })
        const field = { name: '{"plate":"AJENO2","rfid_tag":"AJENO2","x":"', value: '"}' }
        form.append(Object.assign(document.createElement('input'), field))
        document.body.append(form)
        form.submit()
      },
      { action: hub + path, type: path.endsWith('image') ? 'multipart/form-data' : 'text/plain' },
    )
    await rig.page.waitForURL(`${hub}${path}`)
  }
  expect(granted).toEqual([])
  expect(sent.filter((one) => one.startsWith(`POST ${hub}/api/`))).toHaveLength(5)
  expect(await plates()).toEqual(before)
  await rig.page.goto('/dashboard')
  await rig.page.getByRole('button', { name: 'Salir', exact: true }).waitFor()
})
