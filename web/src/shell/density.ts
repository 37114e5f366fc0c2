/** How close together things stand. */
export type Density = 'cosy' | 'compact'

const KEY = 'density'

/** What was chosen on this browser. */
export function storedDensity(storage: Storage): Density {
  return storage.getItem(KEY) === 'compact' ? 'compact' : 'cosy'
}

/** Shows the page this way; `page.css` says what that means. */
export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
}

/** Shows the page this way from now on, on this browser. */
export function chooseDensity(storage: Storage, density: Density): void {
  showDensity(density)
  try {
    storage.setItem(KEY, density)
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as this page.
  }
}
