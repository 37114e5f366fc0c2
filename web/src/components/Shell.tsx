import { QueryClientProvider } from '@tanstack/react-query'
import { use } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useApp } from '../app-parts.ts'
import { LiveLinkProvider } from '../live/LiveLink.tsx'
import { texts } from '../texts.ts'
import { ConnectionPill } from './ConnectionPill.tsx'
import { NavBar } from './NavBar.tsx'
import { RouteFrame } from './RouteFrame.tsx'
import classes from './shell.module.css'

/** What all protected screens share: the bar on top and the link to the hub. */
export function Shell() {
  const { pathname } = useLocation()
  const queries = use(useApp().loadQueries())
  return (
    <QueryClientProvider client={queries}>
      <LiveLinkProvider>
        <a className={classes.skip} href="#contenido">
          {texts.skip}
        </a>
        <NavBar pill={<ConnectionPill />} />
        <main id="contenido" tabIndex={-1} className={classes.main}>
          <RouteFrame key={pathname}>
            <Outlet />
          </RouteFrame>
        </main>
      </LiveLinkProvider>
    </QueryClientProvider>
  )
}
