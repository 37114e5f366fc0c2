/** Stores nothing: a session then lasts as long as its page. */
const nowhere: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem() {},
  removeItem() {},
  clear() {},
}

/** Local storage; where the browser forbids it, a storage that stores nothing. */
export function browserStorage(page: Window): Storage {
  try {
    return page.localStorage
  } catch {
    return nowhere
  }
}
