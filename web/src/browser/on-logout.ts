import type { ReadableStore } from './external-store.ts'

/** The part of a session that says who is logged in. */
export interface PersonHolder {
  readonly state: ReadableStore<{ readonly token: string | null; readonly id: string }>
}

/**
 * Runs when the account that was logged in no longer is: after a logout, at the end of its session,
 * or when another account logs in.
 */
export function onLogout({ state }: PersonHolder, run: () => void): void {
  let before = state.get()
  state.subscribe(() => {
    const now = state.get()
    const hasLeft = before.token !== null && (now.token === null || now.id !== before.id)
    before = now
    if (hasLeft) run()
  })
}
