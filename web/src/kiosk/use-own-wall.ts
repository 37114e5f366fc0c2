import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { noteOwnWall } from '../api/people/own-wall.ts'
import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { noteWallBrowser } from '../browser/wall-browser.ts'
import { useQuiet } from './use-quiet.ts'

/** Between two questions, and how long nobody may have touched what is left for the answer. */
export const OWN_WALL_EVERY_MS = 60_000

/**
 * Tells the hub each minute that this wall screen is there, and shows what an admin has chosen for
 * it meanwhile, once nobody has touched it for a minute. First after `afterMs`.
 */
export function useOwnWall(afterMs = 0): void {
  const { api, clock, session, storage } = useApp()
  const isQuiet = useQuiet()
  const isKiosk = useStore(session.state, (state) => state.isKiosk)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const follow = useEffectEvent((address: string | null) => {
    if (address === null || isShownAt(address, pathname, search) || !isQuiet(OWN_WALL_EVERY_MS))
      return
    void navigate(address, { replace: true })
  })

  useEffect(() => {
    if (!isKiosk) return undefined
    noteWallBrowser(storage)
    let isOver = false
    let cancel = () => {}
    const ask = async () => {
      try {
        const { address } = await noteOwnWall(api)
        if (!isOver) follow(address)
      } catch {
        // The hub is away, or older: the next minute asks again.
      }
      if (!isOver) cancel = clock.after(OWN_WALL_EVERY_MS, () => void ask())
    }
    if (afterMs === 0) void ask()
    else cancel = clock.after(afterMs, () => void ask())
    return () => {
      isOver = true
      cancel()
    }
  }, [api, clock, storage, isKiosk, afterMs])
}

/** Whether the page at this path and query is one that the address leads to. */
export function isShownAt(address: string, pathname: string, search: string): boolean {
  const [path = '', query] = address.split('?')
  const wanted = new URLSearchParams(query)
  const now = new URLSearchParams(search)
  const isSame = (name: string) => wanted.get(name) === now.get(name)
  const round = wanted.get('rotate')?.split(',') ?? [path.slice(1)]
  return isSame('kiosk') && isSame('rotate') && isSame('every') && round.includes(pathname.slice(1))
}
