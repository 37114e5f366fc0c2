import { useEffect, useState } from 'react'
import { fetchPublicConfig } from '../../api/settings/fetch-public-config.ts'
import { useApp } from '../../app-parts.ts'

/** The hub offers the demo account while that still has its first password. */
export function useDemoLogin() {
  const { api } = useApp()
  const [demo, setDemo] = useState<{ email: string; password: string } | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    fetchPublicConfig(api, abort.signal).then(
      (config) => setDemo(config.demoLogin),
      () => {
        // Then the fields stay empty.
      },
    )
    return () => abort.abort()
  }, [api])
  return demo
}
