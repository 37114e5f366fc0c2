import type { TEXTS } from '../texts/app.ts'

/** One screen of the app: its path and file, its audience, and its place in the bar and on a wall. */
export interface ScreenLine {
  readonly path: string
  /** Its file in this folder without extension; the component in it has the file's name. */
  readonly file: string
  /** People with a session are sent on from `logged-out`, those without one to the login page. */
  readonly access: 'everybody' | 'logged-out' | 'logged-in'
  /** Shown under the bar, with the link to the hub; otherwise it is a page of its own. */
  readonly isInShell?: boolean
  /** Its text in the bar, which lists screens in this order; left out, the bar does not list it. */
  readonly nav?: Exclude<keyof typeof TEXTS.nav, 'label'>
  /** A wall can show it. */
  readonly isKiosk?: boolean
  /** `prefetch.ts` beside it starts its calls while its files are still loading. */
  readonly hasPrefetch?: boolean
  /** The build writes an HTML page for it, which names the files of its first drawing. */
  readonly hasPage?: boolean
}

/** The props of every screen. */
export interface ScreenProps {
  /** Its text in the bar; the app's name where the bar does not list it. */
  title: string
  /** Loads the shell, which a login leads into. */
  loadShell: () => Promise<unknown>
}

/** The root, an unknown path and a login without a wanted path lead here. */
export const HOME_PATH = '/dashboard'
export const LOGIN_PATH = '/login'
const RESET_PATH = '/reset-password'
const INVITE_PATH = '/invitacion'
/** Mailed links lead here, each with its token. */
export const TOKEN_PATHS = [RESET_PATH, INVITE_PATH]
/** A wall's browser shows its code here. */
export const PAIRING_PATH = '/pantalla'

/**
 * All screens. The routes, the bar, the kiosk mode, the first drawing (routes/load-ahead.ts) and the
 * pages that the build writes (build/chunks.ts) follow from this table.
 */
export const SCREENS: readonly ScreenLine[] = [
  { path: LOGIN_PATH, file: 'login/LoginScreen', access: 'logged-out', hasPage: true },
  { path: PAIRING_PATH, file: 'pairing/PairingScreen', access: 'everybody' },
  { path: RESET_PATH, file: 'reset-password/ResetPasswordScreen', access: 'everybody' },
  { path: INVITE_PATH, file: 'invitation/InvitationScreen', access: 'everybody' },
  {
    path: HOME_PATH,
    file: 'dashboard/DashboardScreen',
    access: 'logged-in',
    isInShell: true,
    nav: 'dashboard',
    isKiosk: true,
    hasPrefetch: true,
    hasPage: true,
  },
  {
    path: '/map',
    file: 'map/MapScreen',
    access: 'logged-in',
    isInShell: true,
    nav: 'map',
    isKiosk: true,
    hasPrefetch: true,
    hasPage: true,
  },
  {
    path: '/live-rfid',
    file: 'live-rfid/LiveRfidScreen',
    access: 'logged-in',
    isInShell: true,
    nav: 'live',
    isKiosk: true,
    hasPrefetch: true,
    hasPage: true,
  },
  {
    path: '/admin',
    file: 'admin/AdminScreen',
    access: 'logged-in',
    isInShell: true,
    nav: 'admin',
    hasPrefetch: true,
    hasPage: true,
  },
  {
    path: '/vehicle',
    file: 'vehicle/VehicleScreen',
    access: 'logged-in',
    isInShell: true,
  },
  { path: '/report', file: 'report/ReportScreen', access: 'logged-in' },
]
