import { vi } from 'vitest'

/** An observer that never reports anything. */
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

/** Replaces the functions that jsdom lacks, since it has no layout. */
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
  // Without layout nothing ever intersects.
  window.IntersectionObserver = class extends Bystander {}
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  // Charts draw on a canvas that does nothing.
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
