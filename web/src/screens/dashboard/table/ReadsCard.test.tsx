// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeHub } from '../../../testing/fake-hub.ts'
import { jsonAnswer } from '../../../testing/fake-hub.ts'
import { DASHBOARD_PATHS, openDashboard, START } from '../../../testing/open-dashboard.ts'
import { logOfScan, makeRead } from '../../../testing/reads.ts'

const MINUTE = 60_000
const text = (found: string) => screen.findByText(found)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** Reads of one tag each, a minute apart, the newest first. */
function readsOfTags(count: number, change = {}) {
  return Array.from({ length: count }, (_, i) => {
    const at = START - (i + 1) * MINUTE
    const ts = new Date(at).toISOString()
    return logOfScan(makeRead(`a-${count - i}`, at, { ts, uid: `TAG-${count - i}`, ...change }))
  })
}

/** Answers from these reads as the hub does, by `before` and `limit`. */
function answerFrom(hub: FakeHub, reads: ReturnType<typeof readsOfTags>) {
  hub.instead[DASHBOARD_PATHS.reads] = () => {
    const query = new URLSearchParams(hub.calls.at(-1)?.split('?')[1])
    const before = query.get('before')
    const start = before ? reads.findIndex(({ id }) => id === before) + 1 : 0
    const logs = reads.slice(start, start + Number(query.get('limit')))
    return jsonAnswer(200, { logs, total: reads.length, capped: false, truncated: false })
  }
}

const rows = () => {
  const table = within(screen.getByRole('table', { name: /Lecturas del rango/ }))
  return table.getAllByRole('row').slice(1)
}
const tags = () => rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const isEnd = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

describe('the pages of the table', () => {
  it('go on beyond the first answer, by the read that was shown last, and back', async () => {
    const reads = readsOfTags(230)
    const { calls } = await openDashboard('', (hub) => answerFrom(hub, reads))
    expect(screen.getByText('Lecturas 1–25 de 230')).toBeTruthy()
    expect(isEnd('Anterior')).toBe(true)
    for (let page = 1; page < 9; page++) {
      press('Siguiente')
      await text(`Lecturas ${page * 25 + 1}–${page * 25 + 25} de 230`)
    }
    press('Siguiente')
    await text('Lecturas 226–230 de 230')
    expect(tags()).toEqual(reads.slice(225).map(({ uid }) => uid))
    expect(isEnd('Siguiente')).toBe(true)
    const older = calls(DASHBOARD_PATHS.reads).filter((call) => call.includes('before='))
    expect(older).toHaveLength(1)
    expect(older[0]).toContain(`before=${reads[199]?.id}&`)
    // The first follows the clock; what is behind it is of the range as it was then.
    expect(calls(DASHBOARD_PATHS.reads)[0]).not.toContain('to=')
    const end = new URLSearchParams(older[0]?.split('?')[1]).get('to') ?? ''
    expect(Date.parse(end)).toBeGreaterThan(Date.parse(reads[0]?.read_at ?? ''))
    expect(Date.parse(end)).toBeLessThanOrEqual(START)
    press('Anterior')
    await text('Lecturas 201–225 de 230')
    expect(tags()).toEqual(reads.slice(200, 225).map(({ uid }) => uid))
  })

  it('keep their rows when reads come in, and say so; the first shows them', async () => {
    const reads = readsOfTags(60)
    const { hub, settled } = await openDashboard('', (hub) => answerFrom(hub, reads.slice(1)))
    press('Siguiente')
    await text('Lecturas 26–50 de 59')
    const before = tags()
    answerFrom(hub, reads)
    await act(async () => press('Refrescar'))
    await settled()
    const news = await screen.findByRole('button', {
      name: 'Hay lecturas nuevas: volver a la primera',
    })
    expect(tags()).toEqual(before)
    fireEvent.click(news)
    await text('Lecturas 1–25 de 60')
    expect(tags()[0]).toBe('TAG-60')
    expect(document.activeElement?.textContent).toBe('Lecturas')
  })

  it('are not turned while those of other filters are on their way', async () => {
    const reads = readsOfTags(60)
    const { hub, settled } = await openDashboard('', (hub) => answerFrom(hub, reads))
    let answer: ((response: Response) => void) | undefined
    hub.instead[DASHBOARD_PATHS.reads] = () =>
      new Promise<Response>((resolve) => (answer = resolve))
    fireEvent.click(screen.getByRole('radio', { name: '7 días' }))
    await waitFor(() => expect(answer).toBeTruthy())
    press('Siguiente')
    const found = { logs: reads.slice(0, 1), total: 1, capped: false, truncated: false }
    await act(async () => answer?.(jsonAnswer(200, found)))
    await settled()
    await text('Lecturas 1–1 de 1')
    expect(tags()).toEqual(['TAG-60'])
  })

  it('say what failed, and ask again', async () => {
    const reads = readsOfTags(210)
    const { hub } = await openDashboard('', (hub) => answerFrom(hub, reads))
    hub.instead[DASHBOARD_PATHS.reads] = () => jsonAnswer(500, { error: 'internal', message: 'x' })
    for (let page = 1; page < 8; page++) press('Siguiente')
    // Whether the last of these is a repeat is not known.
    await text('Lecturas 176–199 de 210')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error: 500')
    answerFrom(hub, reads)
    fireEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }))
    await text('Lecturas 176–200 de 210')
    press('Siguiente')
    await text('Lecturas 201–210 de 210')
  })

  it('say when the read to go on from is stored no more, and lead to the first', async () => {
    const reads = readsOfTags(210)
    const { hub } = await openDashboard('', (hub) => answerFrom(hub, reads))
    const message = 'Esa lectura ya no está; vuelve a la primera página'
    const gone = { error: 'invalid_input', message, issues: [{ path: 'before', message }] }
    hub.instead[DASHBOARD_PATHS.reads] = () => jsonAnswer(400, gone)
    for (let page = 1; page < 8; page++) press('Siguiente')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`Error: 400. ${message}`)
    answerFrom(hub, reads.slice(0, 180))
    fireEvent.click(within(alert).getByRole('button', { name: 'Volver a la primera página' }))
    await text('Lecturas 1–25 de 180')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('fetch what tells repeats at the end of an answer before they show it', async () => {
    // One tag all the time: only older reads tell which of its reads are shown.
    const reads = readsOfTags(201, { uid: 'TAG-1' }).map((read, i) => ({
      ...read,
      read_at: new Date(START - i * 20_000).toISOString(),
    }))
    await openDashboard('', (hub) => answerFrom(hub, reads))
    await text('Lecturas 1–25 de 201')
    await waitFor(() => expect(screen.getByText('50 repetidas ocultas')).toBeTruthy())
    expect(rows()).toHaveLength(25)
  })
})

describe('a row', () => {
  it('of an unknown tag is marked, and a plate leads to its reads', async () => {
    const [known, unknown] = readsOfTags(2)
    if (!known || !unknown) throw new Error('no reads')
    const nameless = { ...unknown, plate: null, model: null, owner: null }
    await openDashboard('', (hub) => answerFrom(hub, [known, nameless]))
    const [first, second] = rows()
    if (!first || !second) throw new Error('no rows')
    expect(first.dataset['unknown']).toBeUndefined()
    expect(second.dataset['unknown']).toBe('true')
    expect(within(second).getAllByRole('cell')[3]?.textContent).toBe('▲ Sin registrar')
    fireEvent.click(within(first).getByRole('link', { name: 'ABC-123' }))
    await waitFor(() => expect(window.location.search).toBe('?plate=ABC-123'))
    expect(document.activeElement?.textContent).toBe('Lecturas')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('tells all that is known of its read', async () => {
    const owner = 'Propietario '.repeat(16).trim()
    const [read] = readsOfTags(1, { vehicle: { plate: 'ABC-123', model: 'Hino', owner } })
    if (!read) throw new Error('no read')
    await openDashboard('', (hub) => answerFrom(hub, [read]))
    press('10/03/2026 09:59, ver detalle')
    const sheet = within(await screen.findByRole('dialog', { name: 'Detalle de la lectura' }))
    expect(sheet.getByText(owner)).toBeTruthy()
    expect(sheet.getByText('(gate)').parentElement?.textContent).toBe('Portón (gate)')
    fireEvent.click(sheet.getByRole('link', { name: 'Ver solo este tag' }))
    await waitFor(() => expect(window.location.search).toBe('?tag=TAG-1'))
  })
})

describe('what gates decided', () => {
  const DECISIONS = '/api/access/decisions/summary'
  const heads = () => screen.getAllByRole('columnheader', { name: 'Decisión' })

  it('has a column of its own, where one of the reads has a decision', async () => {
    const [denied, plain] = readsOfTags(2)
    if (!denied || !plain) throw new Error('no reads')
    const decision = { verdict: 'deny', reason: 'expired', mode: 'observe' }
    await openDashboard('', (hub) => answerFrom(hub, [{ ...denied, decision }, plain]))
    await text('no pasa')
    expect(heads()).toHaveLength(1)
    expect(rows().map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
      '◆no pasa',
      '—',
    ])
  })

  it('has no column and no card where nobody decides', async () => {
    const { calls } = await openDashboard('', (hub) => {
      answerFrom(hub, readsOfTags(2))
      hub.instead[DECISIONS] = () => jsonAnswer(200, { counts: [], truncated: false })
    })
    await waitFor(() => expect(calls(DECISIONS)).toHaveLength(1))
    expect(screen.queryByRole('columnheader', { name: 'Decisión' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Negadas' })).toBeNull()
  })

  it('is counted by reason, and refreshed with the rest', async () => {
    const { calls, hub, settled } = await openDashboard('?range=7d', (hub) => {
      const counts = [
        { verdict: 'allow', reason: 'allowed', total: 3182 },
        { verdict: 'deny', reason: 'unknown', total: 12 },
        { verdict: 'deny', reason: 'spare', total: 2 },
      ]
      hub.instead[DECISIONS] = () => jsonAnswer(200, { counts, truncated: false })
    })
    const card = within(await screen.findByRole('region', { name: 'Negadas' }))
    expect(card.getByText('14')).toBeTruthy()
    expect(card.getByText('de 3.196 decisiones del rango')).toBeTruthy()
    expect(card.getAllByRole('definition').map((one) => one.textContent)).toEqual(['12', '2'])
    expect(card.getByText('tag sin registrar')).toBeTruthy()
    expect(card.getByText('motivo desconocido: spare')).toBeTruthy()
    const asked = new URLSearchParams(calls(DECISIONS)[0]?.split('?')[1])
    expect(Date.parse(asked.get('from') ?? '')).toBeLessThan(START - 5 * 86_400_000)
    const one = [{ verdict: 'allow', reason: 'allowed', total: 1 }]
    hub.instead[DECISIONS] = () => jsonAnswer(200, { counts: one, truncated: true })
    await act(async () => press('Refrescar'))
    await settled()
    await text('Ninguna negada')
    expect(card.getByText('de 1 decisión del rango')).toBeTruthy()
    expect(card.getByText(/^Solo cuenta las 50\.000/)).toBeTruthy()
  })
})

describe('the reads of unknown tags', () => {
  it('are counted, and a press shows them', async () => {
    const [read] = readsOfTags(1)
    const search = '?range=24h&plate=ABC&owner=Ana&tag=TAG'
    await openDashboard(search, (hub) => answerFrom(hub, read ? [read] : []))
    const card = screen.getByRole('region', { name: 'Sin registrar hoy' })
    expect(card.dataset['alert']).toBe('true')
    fireEvent.click(
      within(card).getByRole('link', { name: 'Sin registrar hoy: 2. Ver en la tabla' }),
    )
    await waitFor(() => expect(window.location.search).toBe('?known=0'))
    expect(document.activeElement?.textContent).toBe('Lecturas')
  })

  it('are none, and nothing warns', async () => {
    await openDashboard('', (hub) => {
      hub.instead[DASHBOARD_PATHS.today] = () =>
        jsonAnswer(200, { logs: [], total: 0, capped: false, truncated: false })
    })
    const card = screen.getByRole('region', { name: 'Sin registrar hoy' })
    expect(card.dataset['alert']).toBeUndefined()
    expect(within(card).getByText('Todos los tags están registrados')).toBeTruthy()
  })
})
