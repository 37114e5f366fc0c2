import { createContext, lazy, use, useState, type ComponentType } from 'react'

/** When this value changes, a part that failed to load is loaded again as it is drawn again. */
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
  // One component for each attempt: React asks again while it waits, and given a new one each time
  // it would wait forever.
  const componentFor = (attempt: unknown) => {
    if (attempt !== tried) [Later, tried] = [later(), attempt]
    return Later
  }
  function Part(props: P) {
    const attempt = use(Attempt)
    // Chosen at the first drawing: another component type would lose the part's state.
    const [View] = useState(() => loaded ?? componentFor(attempt))
    return <View {...props} />
  }
  return Object.assign(Part, { load: loadOnce })
}
