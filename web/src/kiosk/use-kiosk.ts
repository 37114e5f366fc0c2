import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { isWallSearch } from '../components/wall/wall.ts'
import { isKioskPath } from './kiosk-address.ts'

const PARAMETERS = ['kiosk', 'rotate', 'every'] as const

/** Keeps the kiosk mode of the address while screens change, until `leave`. */
export function useKiosk(): { isKiosk: boolean; leave: () => void } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const how = useNavigationType()
  const isKiosk = isKioskPath(pathname) && isWallSearch(search)
  const kept = useRef<readonly (readonly [string, string])[]>([])

  // In a layout effect, before the bar of the ordinary page is painted.
  useLayoutEffect(() => {
    const query = new URLSearchParams(search)
    if (isKiosk) {
      kept.current = PARAMETERS.flatMap((name) => {
        const value = query.get(name)
        return value === null ? [] : [[name, value] as const]
      })
    } else if (how === 'POP' || !isKioskPath(pathname)) {
      kept.current = []
    } else if (kept.current.length > 0) {
      for (const [name, value] of kept.current) query.set(name, value)
      void navigate({ pathname, search: query.toString() }, { replace: true })
    }
  }, [isKiosk, pathname, search, how, navigate])

  const leave = () => {
    kept.current = []
    const query = new URLSearchParams(search)
    for (const name of PARAMETERS) query.delete(name)
    void navigate({ pathname, search: query.toString() }, { replace: true })
  }

  // In a layout effect, so that the first drawing has the right size of type already.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-kiosk', isKiosk)
    return () => document.documentElement.removeAttribute('data-kiosk')
  }, [isKiosk])

  return { isKiosk, leave }
}
