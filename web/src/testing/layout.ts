import { vi } from 'vitest'

/** Watches where elements are, and sees nothing. */
class Bystander {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** Replaces the functions that jsdom lacks because it lays nothing out. */
export function standInForLayout() {
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  })
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // Nothing comes near the edge of a page that is not laid out.
  window.IntersectionObserver = class extends Bystander {}
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // Charts draw into nothing.
  const nothing = () => ({ width: 0 })
  const canvas = new Proxy({}, { get: (drawn, name) => Reflect.get(drawn, name) ?? nothing })
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => canvas,
  })
  vi.stubGlobal('Path2D', function drawn() {
    return canvas
  })
  // The table shows the rows that fit its box.
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, value: 600 },
    clientWidth: { configurable: true, value: 1000 },
  })
}
