import { createStore, type Store } from '../../browser/external-store.ts'

/** What an action of the controls is doing, or how the last one ended. */
export type Outcome =
  | {
      readonly kind: 'running'
      readonly rows: number
      /** Null until it is known. */
      readonly total: number | null
      readonly cancel: () => void
    }
  | { readonly kind: 'done' | 'problem'; readonly text: string }

/** Null where there is nothing to say. */
export type OutcomeStore = Store<Outcome | null>

/** Starts with null. */
export function createOutcome(): OutcomeStore {
  return createStore<Outcome | null>(null)
}

/** Ends an action that runs. */
export function cancelRunning(outcome: OutcomeStore): void {
  const state = outcome.get()
  if (state?.kind === 'running') state.cancel()
}
