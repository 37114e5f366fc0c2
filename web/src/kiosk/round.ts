import type { AppParts } from '../app-parts.ts'
import { SCREENS } from '../screens/table.ts'

/** Starts the calls of a screen, and loads what it shows later. */
interface PrefetchModule {
  prefetch: (app: AppParts, search: string) => Promise<void>
}

interface WallScreen {
  /** Of a screen that is another one on a wall. */
  loadWall?: () => Promise<unknown>
}

const screens = import.meta.glob<Record<string, WallScreen>>('../screens/*/*Screen.tsx')
// What else they load on a wall.
const parts = import.meta.glob([
  '../screens/*/status/StatusView.tsx',
  '../components/first-steps/EmptyScene.tsx',
  '../components/wall/WallHead.tsx',
  '../charts/TimeChart.tsx',
])
const prefetches = import.meta.glob<PrefetchModule>('../screens/*/prefetch.ts')

/** Loads a screen as a wall shows it, with its first answers; fails where the hub does not send all. */
export async function loadScreen(app: AppParts, path: string, search: string): Promise<void> {
  const file = SCREENS.find((line) => line.path === path)?.file ?? ''
  const [folder = '', name = ''] = file.split('/')
  const [screen, ahead] = await Promise.all([
    screens[`../screens/${file}.tsx`]?.(),
    prefetches[`../screens/${folder}/prefetch.ts`]?.(),
    ...Object.values(parts).map((load) => load()),
  ])
  await screen?.[name]?.loadWall?.()
  await ahead?.prefetch(app, search)
}

/** The screen of a round to show after `shown`: the first one that can be shown, if any other can. */
export function nextInRound(
  round: readonly string[],
  shown: string,
  canShow: (path: string) => boolean,
): string | undefined {
  const place = round.indexOf(shown) + 1
  const after = [...round.slice(place), ...round.slice(0, place)]
  return after.find((path) => path !== shown && canShow(path))
}
