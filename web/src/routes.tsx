import { Navigate, Route, Routes } from 'react-router-dom'
import { RequireSession } from './components/RequireSession.tsx'
import { RouteFrame } from './components/RouteFrame.tsx'
import { WithoutSession } from './components/WithoutSession.tsx'
import {
  DashboardScreen,
  LiveRfidScreen,
  LoginScreen,
  ReportScreen,
  ResetPasswordScreen,
  Shell,
  UnavailableScreen,
} from './screen-chunks.ts'
import { texts } from './texts.ts'

/** Which screen a path shows. */
export function AppRoutes() {
  return (
    <Routes>
      <Route
        path="/login"
        element={
          <WithoutSession>
            <RouteFrame>
              <LoginScreen />
            </RouteFrame>
          </WithoutSession>
        }
      />
      <Route
        path="/reset-password"
        element={
          <RouteFrame>
            <ResetPasswordScreen />
          </RouteFrame>
        }
      />
      <Route
        element={
          <RequireSession>
            <RouteFrame>
              <Shell />
            </RouteFrame>
          </RequireSession>
        }
      >
        <Route path="/dashboard" element={<DashboardScreen />} />
        <Route path="/map" element={<UnavailableScreen title={texts.nav.map} />} />
        <Route path="/live-rfid" element={<LiveRfidScreen />} />
        <Route path="/admin" element={<UnavailableScreen title={texts.nav.admin} />} />
      </Route>
      <Route
        path="/report"
        element={
          <RequireSession>
            <RouteFrame>
              <ReportScreen />
            </RouteFrame>
          </RequireSession>
        }
      />
      <Route path="*" element={<Navigate to="/dashboard" replace />} />
    </Routes>
  )
}
