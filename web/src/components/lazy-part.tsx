import { createContext, lazy, use, useState, type ComponentType } from 'react'

/** With another value, a part that failed to load and is drawn anew is loaded anew. */
export const Attempt = createContext<unknown>(null)

/**
 * A component with a chunk of its own. Once that chunk is loaded the component is drawn at once:
 * `lazy` alone would first show the fallback around it, and React keeps a fallback for 300 ms.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const loadOnce = async () => (loaded ??= await load())
  const later = () => lazy(async () => ({ default: await loadOnce() }))
  let [Later, tried] = [later(), null as unknown]
  // One an attempt: React asks again for what it waits for, and would wait for ever for new ones.
  const laterOf = (attempt: unknown) => {
    if (attempt !== tried) [Later, tried] = [later(), attempt]
    return Later
  }
  function Part(props: P) {
    const attempt = use(Attempt)
    // The choice of the first drawing stays: another type would throw the part's state away.
    const [View] = useState(() => loaded ?? laterOf(attempt))
    return <View {...props} />
  }
  return Object.assign(Part, { load: loadOnce })
}
