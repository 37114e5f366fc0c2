import { lazy, useState, type ComponentType } from 'react'

/**
 * A component with a chunk of its own. Once that chunk is loaded the component is drawn at once:
 * `lazy` alone would first show the fallback around it, and React keeps a fallback for 300 ms.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null
  const loadOnce = async () => (loaded ??= await load())
  const Later = lazy(async () => ({ default: await loadOnce() }))
  function Part(props: P) {
    // The choice of the first drawing stays: another type would throw the part's state away.
    const [View] = useState(() => loaded ?? Later)
    return <View {...props} />
  }
  return Object.assign(Part, { load: loadOnce })
}
