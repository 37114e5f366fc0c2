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
