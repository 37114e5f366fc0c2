import { describe, expect, it } from 'vitest'
import { createFakeStorage } from '../../testing/fake-storage.ts'
import { isAdmin, readPerson } from './person.ts'
import { createSession } from './session.ts'

function open(stored: Record<string, string> = {}) {
  const storage = createFakeStorage()
  for (const [key, value] of Object.entries(stored)) storage.setItem(key, value)
  let tell = (_key: string | null) => {}
  const session = createSession(storage, (listener) => {
    tell = listener
  })
  return {
    storage,
    session,
    state: () => session.state.get(),
    tell: (key: string | null) => tell(key),
  }
}

describe('session', () => {
  it('stores the token under both names', () => {
    const { storage, session, state } = open()
    session.begin('t1', { role: 'admin' })
    expect(storage.getItem('token')).toBe('t1')
    expect(storage.getItem('authToken')).toBe('t1')
    expect(state()).toMatchObject({ token: 't1', roles: ['admin'], ended: null })
  })

  it('lasts where the hub tells nothing of the user', () => {
    const { storage, session } = open()
    session.begin('t1', undefined)
    expect(createSession(storage, () => {}).state.get().token).toBe('t1')
  })

  it('reads either name', () => {
    expect(open({ authToken: 't2' }).state().token).toBe('t2')
    expect(open({ token: 't1', authToken: 't2' }).state().token).toBe('t1')
  })

  it('clears all three on logout', () => {
    const { storage, session, state } = open({ token: 't', authToken: 't', user: '{}' })
    session.logout()
    expect(Object.keys(storage)).toEqual([])
    expect(state()).toMatchObject({ token: null, ended: 'logout' })
  })

  it.each(['{', '3', 'null', '"x"'])('logs out on a damaged user: %s', (user) => {
    const { storage, state } = open({ token: 't', user })
    expect(state().token).toBeNull()
    expect(storage.getItem('token')).toBeNull()
  })

  it('is not that of its person any more once another page has ended or replaced it', () => {
    const { storage, session } = open({ token: 't', user: '{"id":7}' })
    const person = session.state.get()
    expect(session.isStillOf(person)).toBe(true)
    storage.setItem('token', 't2')
    expect(session.isStillOf(person)).toBe(false)
    storage.clear()
    expect(session.isStillOf(person)).toBe(false)
    session.begin('t3', { id: 8 })
    expect(session.isStillOf(person)).toBe(false)
    expect(session.isStillOf(session.state.get())).toBe(true)
  })

  it('expires once, and only by its own token', () => {
    const { session, state } = open({ token: 'new' })
    session.expire('old')
    expect(state().token).toBe('new')
    session.expire('new')
    const ended = state()
    session.expire('new')
    expect(state()).toBe(ended)
    expect(ended.ended).toBe('expired')
  })

  it('keeps for the next page whether a second factor is on', () => {
    const { storage, session, state } = open()
    session.begin('t', { name: 'Ana', role: 'admin', second_factor: 'required' })
    expect(state().secondFactor).toBe('required')
    session.noteFactor('on')
    expect(state()).toMatchObject({ name: 'Ana', token: 't', secondFactor: 'on' })
    expect(createSession(storage, () => {}).state.get()).toMatchObject({
      name: 'Ana',
      roles: ['admin'],
      secondFactor: 'on',
    })
  })

  it('is asked for a second factor by its own token alone, and nobody is without a session', () => {
    const { storage, session, state } = open({ token: 'new', user: '{"role":"admin"}' })
    session.demandFactor('old')
    expect(state().secondFactor).toBe('off')
    session.demandFactor('new')
    expect(state().secondFactor).toBe('required')
    session.logout()
    session.demandFactor('new')
    session.noteFactor('on')
    expect(state().secondFactor).toBe('off')
    expect(Object.keys(storage)).toEqual([])
  })

  it('follows another tab out and in', () => {
    const { storage, state, tell } = open({ token: 't' })
    storage.clear()
    tell(null)
    expect(state()).toMatchObject({ token: null, ended: 'elsewhere' })
    storage.setItem('token', 't2')
    tell('token')
    expect(state().token).toBe('t2')
  })

  it('reads roles in every shape that is about', () => {
    const roles = (user: unknown) => readPerson(user).roles
    expect(roles({ role: 'Admin' })).toEqual(['admin'])
    expect(roles({ rol: 'OPERATOR' })).toEqual(['operator'])
    expect(isAdmin(roles({ roles: ['x', 'SuperAdmin', 7] }))).toBe(true)
    expect(isAdmin(roles({ roles: 'admin' }))).toBe(false)
  })

  it('knows a person by name, else by email, and a wall screen', () => {
    const named = { name: 'Ana', email: 'a@b.co', kiosk: true }
    const noFactor = { secondFactor: 'off' }
    expect(readPerson(named)).toEqual({
      id: 'a@b.co',
      name: 'Ana',
      roles: [],
      isKiosk: true,
      ...noFactor,
    })
    expect(readPerson({ name: '', email: 'a@b.co' }).name).toBe('a@b.co')
    expect(readPerson({ id: 7, email: 'a@b.co' }).id).toBe('7')
    expect(readPerson(null)).toEqual({ id: '', name: '', roles: [], isKiosk: false, ...noFactor })
  })
})
