import type { Page } from 'playwright-core'

/** Where the browser of this page still has one of the words: in its storages, caches and the page. */
export function leftBehind(page: Page, words: readonly string[]): Promise<string[]> {
  return page.evaluate(async (sought) => {
    const found: string[] = []
    const look = (place: string, content: unknown) => {
      const text = typeof content === 'string' ? content : (JSON.stringify(content) ?? '')
      for (const word of sought) {
        const isIn = [text, decodeURIComponent(text.replaceAll(/%(?![\dA-F]{2})/gi, '%25'))]
        if (isIn.some((one) => one.includes(word))) found.push(`${place}: ${word}`)
      }
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(request.error?.message)))
      })

    for (const [place, storage] of [
      ['local storage', localStorage],
      ['session storage', sessionStorage],
    ] as const) {
      for (const key of Object.keys(storage)) look(`${place} ${key}`, [key, storage.getItem(key)])
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const entries = database.transaction(store).objectStore(store)
        look(`database ${name} ${store}`, [
          await done(entries.getAllKeys()),
          await done(entries.getAll()),
        ])
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        look(`cache ${name} ${request.url}`, await (await cache.match(request))?.text())
      }
    }
    look('page', document.documentElement.outerHTML)
    for (const field of document.querySelectorAll('input')) look('field', field.value)
    look('address', [location.href, document.title, document.referrer])
    look('history', [history.state])
    look(
      'resource timing',
      performance.getEntriesByType('resource').map((entry) => entry.name),
    )
    return found
  }, words)
}
