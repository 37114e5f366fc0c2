import { Box } from '@mantine/core'
import { createContext, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useApp } from '../app-parts.ts'
import { createDialogs, type Dialogs, type DialogSurface } from './dialogs.ts'

/** Over what sticks to a screen's edges, below menus and dialogs. */
const OVER_SCREENS = 160
/** As long as an error of the surface's. */
const PLAIN_MS = 8000

const DialogsContext = createContext<Dialogs | null>(null)

/** Throws where no `DialogsProvider` stands above. */
export function useDialogs(): Dialogs {
  const dialogs = use(DialogsContext)
  if (!dialogs) throw new Error('DialogsProvider is missing above this component')
  return dialogs
}

/** Its content may open dialogs and notices; they are drawn beside it. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const { clock, storage, serverClock } = useApp()
  const [plain, setPlain] = useState('')
  const [view, setView] = useState<{ Surface: ComponentType; onReady: () => void } | null>(null)
  const [dialogs] = useState(() => {
    let surface: Promise<DialogSurface> | null = null
    let cancelHiding = () => {}
    const open = async () => {
      const { mantineSurface: loaded } = await import('./mantine-surface.tsx')
      await new Promise<void>((onReady) => setView({ Surface: loaded.View, onReady }))
      return loaded
    }
    return createDialogs({
      loadSurface: () =>
        (surface ??= open().catch((problem: unknown) => {
          surface = null
          throw problem
        })),
      showPlainly(text) {
        setPlain(text)
        cancelHiding()
        cancelHiding = clock.after(PLAIN_MS, () => setPlain(''))
      },
      storage,
      now: serverClock.now,
    })
  })
  // Runs after the effects of the surface itself, in which it starts to listen.
  useEffect(() => view?.onReady(), [view])

  return (
    <DialogsContext value={dialogs}>
      {children}
      {view && <view.Surface />}
      {plain && (
        <Box
          component="output"
          className="floating strong no-print"
          pos="fixed"
          bottom="5rem"
          right="1rem"
          p="sm"
          style={{ zIndex: OVER_SCREENS }}
        >
          {plain}
        </Box>
      )}
    </DialogsContext>
  )
}
