import Bowser from 'bowser'

/** Longer ones are made up; browser and system are named at the beginning. */
const USER_AGENT_MAX = 512
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP))

/**
 * Browser and system of a User-Agent, «Chrome · Windows»: names out of a list, and never a text of
 * the browser's own. Null where it names none that is known.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  const known = [
    BROWSERS.has(browser.name ?? '') && browser.name,
    SYSTEMS.has(os.name ?? '') && os.name,
  ].filter((name) => typeof name === 'string')
  return known.length === 0 ? null : known.join(' · ')
}
