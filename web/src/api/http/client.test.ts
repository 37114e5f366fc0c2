import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { fetchSessions } from '../account/sessions.ts'
import { agentDetailsQuery } from '../agents/admin-agents.ts'
import { agentStatusQuery, mapAgentsQuery } from '../agents/agent-lists.ts'
import { alertsQuery } from '../alerts/alerts.ts'
import { assetsQuery } from '../assets/assets.ts'
import { vehiclesQuery } from '../assets/vehicles.ts'
import { commandListQuery } from '../commands/command-list.ts'
import { fetchReadLogs } from '../reads/read-logs.ts'
import { fetchToday, searchReads } from '../reads/search-reads.ts'
import { fetchDaily, fetchHeatmap, fetchHourly, fetchTopVehicles } from '../reports/read-figures.ts'
import { fetchSuppressWindow } from '../settings/suppress-window.ts'
import { anyShape, createApiClient } from './client.ts'

function open(answer: (path: string) => Response | Promise<Response>) {
  const calls: { path: string; init: RequestInit | undefined }[] = []
  const clock = createFakeClock()
  const onUnauthorized = vi.fn()
  const onServerDate = vi.fn()
  const onFactorDemanded = vi.fn()
  const api = createApiClient({
    fetch: async (path, init) => {
      calls.push({ path, init })
      return answer(path)
    },
    clock,
    token: () => 'tok',
    idleSeconds: () => 42,
    onUnauthorized,
    onFactorDemanded,
    onServerDate,
  })
  return { api, calls, clock, onUnauthorized, onFactorDemanded, onServerDate }
}
const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: headers ?? {} })

describe('api client', () => {
  it('sends the bearer, except on public calls', async () => {
    const { api, calls } = open(() => json(200, {}))
    await api({ path: '/api/x', shape: anyShape })
    await api({ path: '/api/y', shape: anyShape, isPublic: true })
    expect(new Headers(calls[0]?.init?.headers).get('authorization')).toBe('Bearer tok')
    expect(new Headers(calls[1]?.init?.headers).get('authorization')).toBeNull()
  })

  it('sends a form as it is, and gives it longer than other calls', async () => {
    const { api, calls, clock } = open(() => new Promise<Response>(() => {}))
    const form = new FormData()
    form.set('image', new Blob(['x']), 'foto.webp')
    const sent = api({ method: 'POST', path: '/api/x', form, shape: anyShape })
    expect(calls[0]?.init?.body).toBe(form)
    expect(new Headers(calls[0]?.init?.headers).get('content-type')).toBeNull()
    clock.advance(60_000)
    expect(calls[0]?.init?.signal?.aborted).toBe(false)
    clock.advance(40_000)
    expect(calls[0]?.init?.signal?.aborted).toBe(true)
    sent.catch(() => {})
  })

  it('tells status, code and the message of the specification', async () => {
    const { api } = open(() => json(409, { error: 'duplicate', message: 'x' }))
    await expect(api({ path: '/api/x', shape: anyShape })).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
      message: 'Error: 409',
    })
  })

  it('gives the message of an error that only a newer hub knows', async () => {
    const { api } = open(() => json(507, { error: 'of a newer hub', message: 'Sin tinta' }))
    const call = api({ path: '/api/x', shape: anyShape })
    await expect(call).rejects.toMatchObject({ code: 'of a newer hub', detail: 'Sin tinta' })
  })

  it('reports a 401 of a protected call with the token it was made with', async () => {
    const { api, onUnauthorized } = open(() => json(401, {}))
    await expect(api({ path: '/api/x', shape: anyShape })).rejects.toMatchObject({ status: 401 })
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith('tok')
    await expect(api({ path: '/x', shape: anyShape, isPublic: true })).rejects.toThrow('Error: 401')
    expect(onUnauthorized).toHaveBeenCalledOnce()
  })

  it('tells with each call of a session how long nobody has touched the page', async () => {
    const { api, calls } = open(() => json(200, {}))
    await api({ path: '/api/x', shape: anyShape })
    await api({ path: '/api/y', shape: anyShape, isPublic: true })
    expect(new Headers(calls[0]?.init?.headers).get('x-idle-seconds')).toBe('42')
    expect(new Headers(calls[1]?.init?.headers).get('x-idle-seconds')).toBeNull()
  })

  it('tells a role that needs a second factor from one that may not', async () => {
    const may = open(() => json(403, { error: 'forbidden', message: 'x' }))
    await expect(may.api({ path: '/api/x', shape: anyShape })).rejects.toThrow('403')
    expect(may.onFactorDemanded).not.toHaveBeenCalled()
    const needs = open(() => json(403, { error: 'second_factor_required', message: 'x' }))
    await expect(needs.api({ path: '/api/x', shape: anyShape })).rejects.toThrow('403')
    expect(needs.onFactorDemanded).toHaveBeenCalledExactlyOnceWith('tok')
    expect(needs.onUnauthorized).not.toHaveBeenCalled()
  })

  it('finds an answer of another shape bad, and HTML too', async () => {
    const refuse = {
      parse: () => {
        throw new Error('shape')
      },
    }
    await expect(open(() => json(200, {})).api({ path: '/', shape: refuse })).rejects.toMatchObject(
      { code: 'bad_response' },
    )
    const html = open(() => new Response('<html>'))
    await expect(html.api({ path: '/', shape: anyShape })).rejects.toMatchObject({
      code: 'bad_response',
    })
  })

  it('takes the rows of every list bare, and none in the place of another answer', async () => {
    const span = { from: 0, to: 1 }
    const question = { q: '', type: null, page: 1, pageSize: 10 }
    const asked = (body: unknown): (() => Promise<unknown>)[] => {
      const { api, clock } = open(() => json(200, body))
      const parts = { api, clock, serverClock: clock }
      const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
      return [
        () => fetchReadLogs(api, { limit: 1 }),
        () => fetchToday(api),
        () => searchReads(api, { span, plate: '', tag: '', owner: '', known: '', limit: 1 }),
        () => fetchDaily(api),
        () => fetchTopVehicles(api, span),
        () => fetchHeatmap(api, 0),
        () => fetchSessions(api, new AbortController().signal),
        () => queries.fetchQuery(alertsQuery(api)),
        () => queries.fetchQuery(vehiclesQuery(parts, question)),
        () => queries.fetchQuery(assetsQuery(parts, question)),
        () => queries.fetchQuery(mapAgentsQuery(parts)),
        () => queries.fetchQuery(agentStatusQuery(parts)),
        () => queries.fetchQuery(agentDetailsQuery(parts)),
        () => queries.fetchQuery(commandListQuery(parts, 'gate', 1)),
      ]
    }
    for (const ask of asked([])) await ask()
    for (const ask of asked([{}])) await expect(ask()).rejects.toThrow()
    const day = { day: '2026-05-04', total: 3 }
    const { api } = open(() => json(200, [day]))
    expect(await fetchDaily(api)).toEqual([day])
    await expect(fetchHourly(api, span)).rejects.toMatchObject({ code: 'bad_response' })
  })

  it('passes on Retry-After and the Date of the hub', async () => {
    const date = 'Tue, 10 Mar 2026 17:00:00 GMT'
    const { api, onServerDate } = open(() => json(429, {}, { 'retry-after': '30', date }))
    await expect(api({ path: '/', shape: anyShape })).rejects.toMatchObject({
      retryAfterSeconds: 30,
    })
    expect(onServerDate).toHaveBeenCalledWith(date)
  })

  it('calls a missing answer a network error', async () => {
    const { api } = open(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api({ path: '/', shape: anyShape })).rejects.toMatchObject({
      status: 0,
      code: 'network',
    })
  })

  it('asks the older path for the suppression window only where the newer is unknown', async () => {
    const old = open((path) =>
      path.includes('/admin/') ? json(200, { ms: 60_000 }) : json(404, {}),
    )
    await expect(fetchSuppressWindow(old.api)).resolves.toEqual({ ms: 60_000 })
    const forbidden = open(() => json(403, {}))
    await expect(fetchSuppressWindow(forbidden.api)).rejects.toMatchObject({ status: 403 })
    expect(forbidden.calls).toHaveLength(1)
  })
})
