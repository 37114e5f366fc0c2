import { createStore, type Store } from './external-store.ts'

/**
 * The token of a link to one of `paths`, behind «#» or in the query, taken out of the address and the history
 * at once: it is as good as a password. Empty without one; whoever uses it empties it. A further link
 * that is opened in the same page is taken as well.
 */
export function takeGivenToken(page: Window, paths: readonly string[]): Store<string> {
  const given = createStore('')
  const take = () => {
    const { pathname, hash, search } = page.location
    if (!paths.includes(pathname) || (hash === '' && search === '')) return
    const token = [hash.slice(1), search].map((text) => new URLSearchParams(text).get('token'))
    page.history.replaceState(page.history.state, '', pathname)
    given.set(token.find(Boolean) ?? '')
  }
  take()
  // The address bar changes what is behind «#» without loading the page.
  page.addEventListener('hashchange', take)
  return given
}
