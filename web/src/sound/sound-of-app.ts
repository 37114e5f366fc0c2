import type { AppParts } from '../app-parts.ts'
import { createSound, type Sound } from './sound.ts'
import type { TabChannel, TabMessage } from './sounding-tab.ts'

const CHANNEL = 'vehicle-control-sound'
const sounds = new WeakMap<AppParts, Sound>()

/** The sounds of the app, one instance for each app. */
export function soundOf(app: AppParts): Sound {
  const known = sounds.get(app)
  if (known) return known
  const sound = createSound({
    clock: app.clock,
    storage: app.storage,
    page: window,
    isHidden: () => app.page.isHidden(),
    openContext: () => new AudioContext(),
    openChannel,
    tabId: Math.random().toString(36).slice(2),
  })
  sounds.set(app, sound)
  return sound
}

function openChannel(): TabChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null
  const channel = new BroadcastChannel(CHANNEL)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isTabMessage(data)) listener(data)
      })
    },
  }
}

/** Tabs may be of another version of the app. */
function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  return 'type' in data && 'from' in data && 'isHidden' in data && 'since' in data
}
