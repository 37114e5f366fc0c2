import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = '/usr/bin/chromium'

/** Debian's Chromium, as it runs as root and without a network of its own. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error('chromium is missing: apt-get install chromium')
  return chromium.launch({
    executablePath,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
