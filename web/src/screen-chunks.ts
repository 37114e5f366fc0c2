/** The chunks that the entry starts to load before React asks for them. */
export async function loadShell() {
  const { Shell } = await import('./components/Shell.tsx')
  return { default: Shell }
}

/** The login screen's chunk. */
export async function loadLogin() {
  const { LoginScreen } = await import('./screens/login/LoginScreen.tsx')
  return { default: LoginScreen }
}

/** The password recovery's chunk. */
export async function loadReset() {
  const { ResetPasswordScreen } = await import('./screens/reset-password/ResetPasswordScreen.tsx')
  return { default: ResetPasswordScreen }
}

/** The live screen's chunk. */
export async function loadLive() {
  const { LiveRfidScreen } = await import('./screens/live-rfid/LiveRfidScreen.tsx')
  return { default: LiveRfidScreen }
}

/** What draws dialogs and notices. */
export async function loadSurface() {
  const { mantineSurface } = await import('./dialogs/mantine-surface.tsx')
  return mantineSurface
}

/** What the account's menu opens. */
export function loadAccount() {
  return import('./components/account/panels.tsx')
}

/** What stands around a screen in kiosk mode. */
export async function loadKiosk() {
  const { KioskBar } = await import('./kiosk/KioskBar.tsx')
  return { default: KioskBar }
}

/** The dashboard's chunk. */
export async function loadDashboard() {
  const { DashboardScreen } = await import('./screens/dashboard/DashboardScreen.tsx')
  return { default: DashboardScreen }
}
