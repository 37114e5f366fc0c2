import type { ReadableStore } from './external-store.ts'

/** The part of a session that says who is logged in. */
export interface PersonHolder {
  readonly state: ReadableStore<{ readonly token: string | null; readonly id: string }>
}

/** Runs whenever nobody is logged in any more, or somebody else: what the last person saw has to go. */
export function whenPersonLeaves({ state }: PersonHolder, run: () => void): void {
  let before = state.get()
  state.subscribe(() => {
    const now = state.get()
    const hasLeft = before.token !== null && (now.token === null || now.id !== before.id)
    before = now
    if (hasLeft) run()
  })
}
