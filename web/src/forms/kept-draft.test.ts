import { describe, expect, it } from 'vitest'
import { createSession } from '../api/auth/session.ts'
import { leavePlace, placeAfterLogin } from '../browser/left-place.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeStorage } from '../testing/fake-storage.ts'
import { draftOf, keepDraft, KEPT_MS, takeDraft } from './kept-draft.ts'

const ADDRESS = '/admin?tab=vehiculos&editar=4'
const FIELDS = { plate: 'ABC123' }

/** A session of person 7 that ends while a form is half filled. */
function open() {
  const clock = createFakeClock()
  const storage = createFakeStorage()
  const session = createSession(storage, () => {})
  const app = { session, clock }
  session.begin('t1', { id: 7 })
  session.expire('t1')
  keepDraft(app, { name: 'vehicle 4', fields: FIELDS, address: ADDRESS })
  return {
    app,
    clock,
    session,
    storage,
    isLeft: () => placeAfterLogin(session, '/dashboard') === ADDRESS,
  }
}

describe('what was typed as a session ended', () => {
  it('is there once for the same person, who is led back to it, and in no storage', () => {
    const { app, session, storage, isLeft } = open()
    expect(JSON.stringify(Object.entries(storage))).not.toContain('ABC123')
    expect(draftOf(app, 'vehicle 4')).toBeNull()
    session.begin('t2', { id: 7 })
    expect(isLeft()).toBe(true)
    expect(takeDraft(app, 'vehicle 5')).toBeNull()
    expect(takeDraft(app, 'vehicle 4')).toEqual(FIELDS)
    expect(takeDraft(app, 'vehicle 4')).toBeNull()
    expect(isLeft()).toBe(false)
  })

  it('leads nobody back who was elsewhere as the next session ended', () => {
    const { app, session, isLeft } = open()
    leavePlace(session, '/admin')
    expect(isLeft()).toBe(false)
    session.begin('t2', { id: 7 })
    expect(isLeft()).toBe(true)
    session.expire('t2')
    leavePlace(session, '/live-rfid?q=ABC123')
    session.begin('t3', { id: 7 })
    expect(takeDraft(app, 'vehicle 4')).toEqual(FIELDS)
    expect(placeAfterLogin(session, '/live-rfid')).toBe('/live-rfid?q=ABC123')
  })

  it('is gone once somebody else logs in, also for who typed it', () => {
    const { app, session, isLeft } = open()
    session.begin('t2', { id: 8 })
    expect(draftOf(app, 'vehicle 4')).toBeNull()
    expect(isLeft()).toBe(false)
    session.expire('t2')
    session.begin('t3', { id: 7 })
    expect(draftOf(app, 'vehicle 4')).toBeNull()
  })

  it('is gone after half an hour, and with «Salir»', () => {
    const later = open()
    later.clock.advance(KEPT_MS)
    later.session.begin('t2', { id: 7 })
    expect(takeDraft(later.app, 'vehicle 4')).toBeNull()
    const left = open()
    left.session.begin('t2', { id: 7 })
    left.session.logout()
    left.session.begin('t3', { id: 7 })
    expect(takeDraft(left.app, 'vehicle 4')).toBeNull()
  })

  it('is nothing of who has no account to be known by', () => {
    const clock = createFakeClock()
    const session = createSession(createFakeStorage(), () => {})
    session.begin('t1', {})
    session.expire('t1')
    keepDraft({ session, clock }, { name: 'vehicle 4', fields: FIELDS, address: ADDRESS })
    session.begin('t2', {})
    expect(draftOf({ session, clock }, 'vehicle 4')).toBeNull()
  })
})
