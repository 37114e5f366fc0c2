import { createStore, type Store } from '../../../browser/external-store.ts'

const KEY = 'dashboard_key_r'
const choices = new WeakMap<Storage, Store<boolean>>()

/** True while the key R refreshes the dashboard: until somebody turns it off in this browser. */
export function refreshKeyOf(storage: Storage): Store<boolean> {
  const known = choices.get(storage)
  if (known) return known
  const choice = createStore(storage.getItem(KEY) !== '0')
  choices.set(storage, choice)
  return choice
}

/** Keeps the choice for the next pages of this browser. */
export function chooseRefreshKey(storage: Storage, isOn: boolean): void {
  refreshKeyOf(storage).set(isOn)
  try {
    storage.setItem(KEY, isOn ? '1' : '0')
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as this page.
  }
}
