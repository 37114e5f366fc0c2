import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakePage } from '../../testing/fake-page.ts'
import { createFakeStorage } from '../../testing/fake-storage.ts'
import { createApiClient } from '../http/client.ts'
import { createLogout } from './logout.ts'
import { createSession } from './session.ts'

/** A browser in which somebody is logged in, and a hub that answers as it is told. */
function open(storage = createFakeStorage()) {
  const hub = { status: 200, bearers: [] as (string | null)[] }
  const clock = createFakeClock()
  const page = createFakePage()
  const session = createSession(storage, () => {})
  const api = createApiClient({
    fetch: async (_, { headers }) => {
      hub.bearers.push(new Headers(headers).get('authorization'))
      if (hub.status === 0) throw new TypeError('Failed to fetch')
      return Response.json({}, { status: hub.status })
    },
    clock,
    token: () => session.state.get().token,
    onUnauthorized: session.expire,
  })
  const logout = createLogout({ api, session, storage, clock, page })
  const unfinished = () => storage.getItem('logout_unfinished')
  return { hub, clock, page, storage, session, logout, unfinished }
}

function logoutWhileHubIsAway() {
  const rig = open()
  rig.session.begin('secret', { id: 7 })
  rig.hub.status = 0
  rig.logout.leave()
  return rig
}

describe('a logout', () => {
  it('ends the session here at once, and at the hub by its token', async () => {
    const { hub, session, logout, unfinished } = open()
    session.begin('secret', { id: 7 })
    logout.leave()
    expect(session.state.get()).toMatchObject({ token: null, ended: 'logout' })
    await vi.waitFor(() => expect(unfinished()).toBeNull())
    expect(hub.bearers).toEqual(['Bearer secret'])
  })

  it('of which the hub has not heard is said again without the token, until it answers', async () => {
    const { hub, clock, page, storage, unfinished } = logoutWhileHubIsAway()
    expect(Object.keys(storage)).toEqual(['logout_unfinished'])
    await vi.waitFor(() => {
      clock.advance(15_000)
      expect(hub.bearers.length).toBeGreaterThan(1)
    })
    hub.status = 502
    await vi.waitFor(() => {
      page.wake()
      expect(hub.bearers.length).toBeGreaterThan(2)
    })
    expect(unfinished()).toBe('1')
    hub.status = 200
    await vi.waitFor(() => {
      page.wake()
      expect(unfinished()).toBeNull()
    })
    expect(hub.bearers.slice(1).every((bearer) => bearer === null)).toBe(true)
  })

  it('is said again by the next page, and is over where the session is', async () => {
    const { storage } = logoutWhileHubIsAway()
    const next = open(storage)
    next.hub.status = 401
    next.logout.resume()
    await vi.waitFor(() => expect(next.unfinished()).toBeNull())
    expect(next.hub.bearers).toEqual([null])
  })

  it('is not said again for whoever has logged in meanwhile', async () => {
    const { storage } = logoutWhileHubIsAway()
    const next = open(storage)
    next.session.begin('of another', { id: 8 })
    next.logout.resume()
    expect(next.unfinished()).toBeNull()
    expect(next.hub.bearers).toEqual([])
  })
})
