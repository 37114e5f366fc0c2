import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/**
 * Chromium takes the last of such lists: those of Playwright's that pages would notice, and the
 * popups of the address bar, which are pages of their own and loaded anew beside each of ours.
 */
const DISABLED_FEATURES = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

let shared: Browser | undefined

/** One browser for all test files of this process, with which it ends. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await openBrowser()
  return shared
}

/** Debian's Chromium, as it runs as root and without a network of its own. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) throw new Error('chromium is missing: apt-get install chromium')
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  })
}
