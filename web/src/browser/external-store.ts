import { useSyncExternalStore } from 'react'

/** State outside React whose value keeps its identity until it changes. */
export interface ReadableStore<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

/** A readable store that its owner can change. */
export interface Store<T> extends ReadableStore<T> {
  readonly set: (value: T) => void
}

/** Setting the value that the store already has calls no listener. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
  }
}

/** Follows one part of a store; `select` must return the same value while nothing changed. */
export function useStore<T, S>(store: ReadableStore<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
