// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import type { Alert } from '@vehicle-control/protocol'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queriesOf } from '../../../api/http/query-client.ts'
import { useApp } from '../../../app-parts.ts'
import { DialogsProvider } from '../../../dialogs/DialogsProvider.tsx'
import { LiveLinkProvider } from '../../../live/LiveLink.tsx'
import { listedAgent } from '../../../testing/agents.ts'
import { jsonAnswer, type FakeHub } from '../../../testing/fake-hub.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { StatusView } from './StatusView.tsx'

const START = Date.parse('2026-03-10T15:00:00.000Z')
const iso = (at: number) => new Date(at).toISOString()

async function openView(prepare: (hub: FakeHub) => void, search = '') {
  const app = await renderApp({
    path: `/map?view=status${search}`,
    role: 'operator',
    prepare,
    instead: <Linked />,
  })
  await waitFor(() => expect(app.socket.connects).toBe(1))
  act(() => app.socket.accept())
  const hear = (event: string, payload: unknown) =>
    act(() => {
      app.socket.emit(event, payload)
      app.frame()
      app.clock.advance(1000)
    })
  return { ...app, hear }
}

function Linked() {
  const app = useApp()
  return (
    <QueryClientProvider client={queriesOf(app)}>
      <LiveLinkProvider app={app}>
        <DialogsProvider>
          <StatusView />
        </DialogsProvider>
      </LiveLinkProvider>
    </QueryClientProvider>
  )
}

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return heading.closest('li') ?? document.body
}
const names = () => screen.queryAllByRole('heading').map((heading) => heading.textContent)
const fact = (box: HTMLElement, label: string) =>
  within(box).getByText(label).nextElementSibling?.textContent

const SEEN = START - 30_000
const three = [
  listedAgent(1, { name: 'Zona sur', last_seen: iso(SEEN - 500_000), readings_count: 12_345 }),
  listedAgent(2, {
    name: 'Portería norte',
    location: 'Entrada',
    lat: 4.7,
    lng: -74,
    last_ip: '192.0.2.7',
    last_seen: iso(SEEN),
    online: true,
    connected: true,
  }),
  listedAgent(3, { name: 'Bodega' }),
]
const withThree = (hub: FakeHub) => void (hub.agents = three)

describe('the agent status view', () => {
  it('has a card for each agent, those online first, then by name', async () => {
    await openView(withThree)
    await card('Bodega')
    expect(names()).toEqual(['Portería norte', 'Bodega', 'Zona sur'])
    expect(screen.getByText('Total: 3 · Online: 1')).toBeTruthy()
    const legend = screen.getByRole('list', { name: 'Leyenda' })
    expect(legend.textContent).toBe('●Online◆Offline')
  })

  it('tells everything of an agent', async () => {
    await openView(withThree)
    const box = await card('Portería norte')
    expect(within(box).getByText('Online')).toBeTruthy()
    expect(within(box).getByText('gate-2')).toBeTruthy()
    expect(fact(box, 'Ubicación')).toBe('Entrada')
    expect(fact(box, 'Última IP')).toBe('192.0.2.7')
    expect(fact(box, 'Lecturas')).toBe('0')
    expect(fact(box, 'Último seen')).toBe('10/03/2026 09:59')
    const link = within(box).getByRole('link', { name: 'Ver en mapa: Portería norte' })
    expect(link.getAttribute('href')).toBe('/map?focus=gate-2')
  })

  it('has a dash for what it does not know, and says what never was', async () => {
    await openView(withThree)
    const box = await card('Bodega')
    expect(within(box).getByText('Offline')).toBeTruthy()
    expect(fact(box, 'Ubicación')).toBe('—')
    expect(fact(box, 'Última IP')).toBe('—')
    expect(fact(box, 'Último seen')).toBe('Nunca')
    expect(within(box).queryByRole('link')).toBeNull()
    expect(fact(await card('Zona sur'), 'Lecturas')).toBe('12.345')
  })

  it('tells in one line what is wrong beside being away, the worst first', async () => {
    const of = (kind: Alert['kind'], code: string, detail: string | null) => {
      return { kind, agent: { code, name: code }, since: null, detail }
    }
    await openView((hub) => {
      hub.agents = three
      hub.alerts = [
        of('agent_offline', 'gate-1', null),
        of('sensor_stale', 'gate-2', 'patio: ETIMEDOUT'),
        of('relays_failed', 'gate-2', 'no GPIO chip'),
      ]
    })
    const words =
      'Los relés no se pueden mover: no se encuentran los pines GPIO · El sensor patio no da datos: no responde'
    expect(within(await card('Portería norte')).getByTitle(words).textContent).toBe(`◆${words}`)
    expect(within(await card('Zona sur')).queryByText(/conexión/)).toBeNull()
  })

  it('says where there are no agents, once the hub has said so', async () => {
    await openView(() => {})
    const words = await screen.findByText('No hay agentes registrados.')
    expect(words.parentElement?.querySelector('svg')).toBeTruthy()
    expect(screen.getByText('Total: 0 · Online: 0')).toBeTruthy()
  })

  it('does not take a hub that fails for one without agents', async () => {
    await openView((hub) => {
      hub.instead['/api/agents/status'] = () => jsonAnswer(500, { error: 'internal', message: 'x' })
    })
    expect(await screen.findByText('El hub no responde. Se reintenta cada 5 s.')).toBeTruthy()
    expect(screen.queryByText('No hay agentes registrados.')).toBeNull()
  })

  it('shows an agent that nobody knew from its first event on', async () => {
    const { hear } = await openView(withThree)
    await card('Bodega')
    const agent = { code: 'gate-9', name: 'Nueva', location: 'Patio' }
    hear('agent:status', { agent, last_seen: iso(START), online: true })
    expect(fact(await card('Nueva'), 'Ubicación')).toBe('Patio')
    expect(names()).toEqual(['Nueva', 'Portería norte', 'Bodega', 'Zona sur'])
    expect(screen.getByText('Total: 4 · Online: 2')).toBeTruthy()
  })

  it('keeps the places of the cards while somebody has the focus on one', async () => {
    const { clock, hear } = await openView(withThree)
    const link = within(await card('Portería norte')).getByRole('link')
    act(() => link.focus())
    hear('agent:status', { agent: { code: 'gate-3' }, last_seen: iso(START), online: true })
    expect(screen.getByText('Total: 3 · Online: 2')).toBeTruthy()
    expect(within(await card('Bodega')).getByText('Online')).toBeTruthy()
    expect(names()).toEqual(['Portería norte', 'Bodega', 'Zona sur'])
    act(() => {
      link.blur()
      clock.advance(1000)
    })
    expect(names()).toEqual(['Bodega', 'Portería norte', 'Zona sur'])
  })

  it('keeps the places under a pointer until that has lain still', async () => {
    const { clock, hear } = await openView(withThree)
    await card('Bodega')
    fireEvent.pointerMove(screen.getByRole('list', { name: 'Estado de los agentes' }))
    hear('agent:status', { agent: { code: 'gate-3' }, last_seen: iso(START), online: true })
    expect(names()).toEqual(['Portería norte', 'Bodega', 'Zona sur'])
    act(() => clock.advance(3000))
    expect(names()).toEqual(['Bodega', 'Portería norte', 'Zona sur'])
  })

  it('searches name, code and location, and keeps the search in the address', async () => {
    const { clock } = await openView(withThree)
    await card('Bodega')
    const field = screen.getByRole('textbox', { name: 'Buscar' })
    fireEvent.change(field, { target: { value: 'entrada' } })
    await waitFor(() => expect(names()).toEqual(['Portería norte']))
    expect(screen.getByRole('status').textContent).toBe('Mostrando 1 de 3')
    act(() => clock.advance(400))
    expect(window.location.search).toBe('?view=status&q=entrada')
    fireEvent.change(field, { target: { value: 'nada' } })
    expect(await screen.findByText('Sin coincidencias')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Borrar búsqueda' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    act(() => clock.advance(400))
    expect(window.location.search).toBe('?view=status')
  })

  it('begins with the search of its address', async () => {
    await openView(withThree, '&q=gate-3')
    await card('Bodega')
    expect(names()).toEqual(['Bodega'])
  })

  it('is squares on a wall, with the names of those that are offline in words', async () => {
    await openView(withThree, '&kiosk=1')
    const list = await screen.findByRole('list', { name: 'Estado de los agentes' })
    const squares = within(list).getAllByRole('listitem')
    expect(squares.map((square) => square.textContent)).toEqual([
      'Portería norte: Online',
      'Bodega: Offline',
      'Zona sur: Offline',
    ])
    expect(screen.getByText('Offline: 2 · Bodega, Zona sur')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
