import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router-dom'
import { queriesOf } from '../api/http/query-client.ts'
import { useApp } from '../app-parts.ts'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { DialogsProvider } from '../dialogs/DialogsProvider.tsx'
import { LiveLinkProvider } from '../live/LiveLink.tsx'
import { useKiosk } from '../kiosk/use-kiosk.ts'
import { TEXTS } from '../texts/app.ts'
import { AlertsBell } from './AlertsBell.tsx'
import { ConnectionPill } from './ConnectionPill.tsx'
import { LowerTabs, NavBar } from './NavBar.tsx'
import { RouteFrame } from './RouteFrame.tsx'
import classes from './shell.module.css'

const AfterScreens = lazyPart(async () => (await import('./AfterScreens.tsx')).AfterScreens)
const KioskBar = lazyPart(async () => (await import('../kiosk/KioskBar.tsx')).KioskBar)

/** The screens of people with a session share its bar and its link to the hub. */
export function Shell() {
  const { pathname } = useLocation()
  const app = useApp()
  const { isKiosk, leave } = useKiosk()
  return (
    <QueryClientProvider client={queriesOf(app)}>
      <LiveLinkProvider app={app}>
        <DialogsProvider>
          {isKiosk ? (
            <LaterPart>
              <KioskBar pill={<ConnectionPill />} leave={leave} />
            </LaterPart>
          ) : (
            <>
              <a className={`${classes.skip} no-print`} href="#contenido">
                {TEXTS.skip}
              </a>
              <NavBar pill={<ConnectionPill />} bell={<AlertsBell />} />
            </>
          )}
          <main id="contenido" tabIndex={-1} className={classes.main}>
            <RouteFrame key={pathname}>
              <Outlet />
            </RouteFrame>
          </main>
          <LaterPart>
            <AfterScreens isKiosk={isKiosk} />
          </LaterPart>
          {!isKiosk && <LowerTabs />}
        </DialogsProvider>
      </LiveLinkProvider>
    </QueryClientProvider>
  )
}
