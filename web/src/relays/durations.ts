import { createStore, type Store } from '../browser/external-store.ts'
import type { RelayKey } from './relay-key.ts'

/** The default in milliseconds: enough for a barrier to open and a car to drive in. */
const FIRST_DURATION = 5000

/**
 * For how long each relay is switched on, in milliseconds; null: up to its own limit. Outside React,
 * since a dialog that asks takes the place of the one below it.
 */
export type Durations = Store<Readonly<Partial<Record<RelayKey, number | null>>>>

export const createDurations = (): Durations => createStore({})

/** What is chosen for a relay, or the default. */
export function durationOf(
  durations: ReturnType<Durations['get']>,
  relay: RelayKey,
): number | null {
  const chosen = durations[relay]
  return chosen === undefined ? FIRST_DURATION : chosen
}
