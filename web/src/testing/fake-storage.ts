/**
 * A storage in memory whose values have at most `quota` characters; its keys are own properties, as
 * in a browser.
 */
export function createFakeStorage(quota = Number.POSITIVE_INFINITY): Storage {
  const values = new Map<string, string>()
  const methods: Record<string, unknown> = {
    clear: () => values.clear(),
    getItem: (key: string) => values.get(key) ?? null,
    key: (index: number) => [...values.keys()][index] ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem(key: string, value: string) {
      if (value.length > quota) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, String(value))
    },
  }
  const target: Storage = Object.create(null)
  return new Proxy(target, {
    get: (_, name) => (name === 'length' ? values.size : methods[String(name)]),
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
