import { createStore, type ReadableStore } from '../../browser/external-store.ts'
import { readPerson, type FactorState, type Person } from './person.ts'

/** The person who is logged in on this browser. */
export interface SessionState extends Person {
  readonly token: string | null
  /**
   * The end of the last session: by the person here, by the hub, or in another tab; null while one
   * runs or when there was none.
   */
  readonly ended: 'logout' | 'expired' | 'elsewhere' | null
  /** The account of the session that ended; empty where none did. */
  readonly lastId: string
}

/** The session in local storage, which the other tabs of this browser share. */
export interface Session {
  readonly state: ReadableStore<SessionState>
  /** False once the browser has no session or somebody else's, also before this page has heard of it. */
  readonly isStillOf: (person: Pick<Person, 'id'>) => boolean
  begin(token: string, user: unknown): void
  logout(): void
  /** The hub refused this token; a token that was replaced meanwhile changes nothing. */
  readonly expire: (token: string | null) => void
  /** The hub serves this token no further before a second factor is on; as `expire` for an old one. */
  readonly demandFactor: (token: string | null) => void
  /** The second factor of this person went on or off. */
  noteFactor(factor: FactorState): void
}

/** Listens for changes that other tabs make to local storage. */
export type StorageEvents = (listener: (key: string | null) => void) => void

const KEYS = { token: 'token', authToken: 'authToken', user: 'user' } as const
const NOBODY = { token: null, ...readPerson(null) } as const

/** Begins with the stored session, and follows the changes of other tabs. */
export function createSession(storage: Storage, storageEvents: StorageEvents): Session {
  const state = createStore<SessionState>({ ...NOBODY, ended: null, lastId: '' })

  const setNobody = (ended: SessionState['ended']) => {
    const { token, id, lastId } = state.get()
    state.set({ ...NOBODY, ended, lastId: token === null ? lastId : id })
  }
  const clear = (ended: SessionState['ended']) => {
    for (const key of Object.values(KEYS)) storage.removeItem(key)
    setNobody(ended)
  }
  const load = (ended: SessionState['ended']) => {
    const token = storedToken(storage)
    if (!token) return setNobody(ended)
    const person = storedPerson(storage.getItem(KEYS.user))
    if (person === null) return clear('logout')
    state.set({ token, ...person, ended: null, lastId: '' })
  }

  load(null)
  storageEvents((key) => {
    if (key === null || Object.values<string>(KEYS).includes(key)) load('elsewhere')
  })

  const noteFactor = (secondFactor: FactorState) => {
    const now = state.get()
    if (now.token === null || now.secondFactor === secondFactor) return
    try {
      const user: unknown = JSON.parse(storage.getItem(KEYS.user) ?? '{}')
      storage.setItem(KEYS.user, JSON.stringify({ ...Object(user), second_factor: secondFactor }))
    } catch {
      // Storage is full or forbidden: the next page asks the hub.
    }
    state.set({ ...now, secondFactor })
  }

  return {
    state,
    isStillOf({ id }) {
      const now = state.get()
      return now.token !== null && now.id === id && now.token === storedToken(storage)
    },
    noteFactor,
    begin(token, user) {
      try {
        storage.setItem(KEYS.token, token)
        storage.setItem(KEYS.authToken, token)
        storage.setItem(KEYS.user, JSON.stringify(user ?? {}))
      } catch {
        // Storage is full or forbidden: the session then lasts as long as this page.
      }
      state.set({ token, ...readPerson(user), ended: null, lastId: '' })
    },
    logout: () => clear('logout'),
    expire(token) {
      if (token !== null && token === state.get().token) clear('expired')
    },
    demandFactor(token) {
      if (token !== null && token === state.get().token) noteFactor('required')
    },
  }
}

function storedToken(storage: Storage): string | null {
  return storage.getItem(KEYS.token) ?? storage.getItem(KEYS.authToken)
}

/** Null where the stored user is damaged. */
function storedPerson(json: string | null): Person | null {
  if (json === null) return readPerson(null)
  try {
    const user: unknown = JSON.parse(json)
    return typeof user === 'object' && user !== null ? readPerson(user) : null
  } catch {
    return null
  }
}
