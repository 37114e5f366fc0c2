import { lazyPart } from './lazy-part.tsx'

// All chunks that others ask for by name: a dynamic import inside the shell would count as its own.

/** The frame of the protected screens. */
export const Shell = lazyPart(async () => (await import('./components/Shell.tsx')).Shell)

/** What stands around a screen in kiosk mode. */
export const KioskBar = lazyPart(async () => (await import('./kiosk/KioskBar.tsx')).KioskBar)

/** The login screen. */
export const LoginScreen = lazyPart(
  async () => (await import('./screens/login/LoginScreen.tsx')).LoginScreen,
)

/** The password recovery. */
export const ResetPasswordScreen = lazyPart(
  async () =>
    (await import('./screens/reset-password/ResetPasswordScreen.tsx')).ResetPasswordScreen,
)

/** The live screen. */
export const LiveRfidScreen = lazyPart(
  async () => (await import('./screens/live-rfid/LiveRfidScreen.tsx')).LiveRfidScreen,
)

/** The dashboard. */
export const DashboardScreen = lazyPart(
  async () => (await import('./screens/dashboard/DashboardScreen.tsx')).DashboardScreen,
)

/** The page that the dashboard's PDF button opens. */
export const ReportScreen = lazyPart(
  async () => (await import('./screens/report/ReportScreen.tsx')).ReportScreen,
)

/** What stands where a screen is still to come. */
export const UnavailableScreen = lazyPart(
  async () => (await import('./screens/unavailable/UnavailableScreen.tsx')).UnavailableScreen,
)

/** What draws dialogs and notices. */
export async function loadSurface() {
  const { mantineSurface } = await import('./dialogs/mantine-surface.tsx')
  return mantineSurface
}

/** What the account's menu opens. */
export function loadAccount() {
  return import('./components/account/panels.tsx')
}
