/** The spacing of the page. */
export type Density = 'cosy' | 'compact'

const KEY = 'density'

export function storedDensity(storage: Storage): Density {
  return storage.getItem(KEY) === 'compact' ? 'compact' : 'cosy'
}

/** `page.css` has the sizes of each density. */
export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
}

/** Keeps the choice for the next pages of this browser. */
export function chooseDensity(storage: Storage, density: Density): void {
  showDensity(density)
  try {
    storage.setItem(KEY, density)
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as this page.
  }
}
