import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { HOME_PATH } from '../screens/table.ts'
import { RouteFrame } from '../shell/RouteFrame.tsx'
import { TEXTS } from '../texts/app.ts'
import { RequireSession } from './RequireSession.tsx'
import { SCREEN_PARTS, type ScreenPart, Shell } from './screen-parts.ts'
import { WithoutSession } from './WithoutSession.tsx'

const IN_SHELL = SCREEN_PARTS.filter(({ isInShell }) => isInShell)
const PAGES = SCREEN_PARTS.filter(({ isInShell }) => !isInShell)

/** Shows the screen of the address, to those who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      {PAGES.map((line) => (
        <Route
          key={line.path}
          path={line.path}
          element={guarded(line, <RouteFrame key={line.path}>{drawn(line)}</RouteFrame>)}
        />
      ))}
      <Route
        element={
          <RequireSession>
            <RouteFrame>
              <Shell />
            </RouteFrame>
          </RequireSession>
        }
      >
        {IN_SHELL.map((line) => (
          <Route key={line.path} path={line.path} element={drawn(line)} />
        ))}
      </Route>
      <Route path="*" element={<Navigate to={HOME_PATH} replace />} />
    </Routes>
  )
}

function drawn({ nav, Screen }: ScreenPart) {
  return <Screen title={nav ? TEXTS.nav[nav] : TEXTS.app} loadShell={Shell.load} />
}

function guarded({ access }: ScreenPart, content: ReactNode) {
  switch (access) {
    case 'everybody':
      return content
    case 'logged-out':
      return <WithoutSession>{content}</WithoutSession>
    case 'logged-in':
      return <RequireSession>{content}</RequireSession>
  }
}
