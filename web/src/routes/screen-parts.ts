import type { ComponentType } from 'react'
import type { AppParts } from '../app-parts.ts'
import { lazyPart } from '../components/lazy-part.tsx'
import { SCREENS, type ScreenProps } from '../screens/table.ts'

/** Starts the calls of a screen while its code is loading. */
interface PrefetchModule {
  prefetch: (app: AppParts, search: string) => Promise<void>
}

// The files behind the table's lines, each a chunk of its own.
const screens = import.meta.glob<Record<string, ComponentType<ScreenProps>>>(
  '../screens/*/*Screen.tsx',
)
const prefetches = import.meta.glob<PrefetchModule>('../screens/*/prefetch.ts')

/** The frame of the screens in the shell. */
export const Shell = lazyPart(async () => (await import('../shell/Shell.tsx')).Shell)

/** Shown instead of every screen of a session, where the role demands a second factor. */
export const RequiredFactor = lazyPart(
  async () => (await import('../shell/second-factor/RequiredFactor.tsx')).RequiredFactor,
)

/** The lines of the table with their components, and with the prefetches beside them. */
export const SCREEN_PARTS = SCREENS.map((line) => {
  const [folder, name] = line.file.split('/')
  return {
    ...line,
    Screen: lazyPart(async () => {
      const found = (await screens[`../screens/${line.file}.tsx`]?.())?.[String(name)]
      if (!found) throw new Error(line.file)
      return found
    }),
    loadPrefetch: prefetches[`../screens/${folder}/prefetch.ts`],
  }
})

/** A line with its component. */
export type ScreenPart = (typeof SCREEN_PARTS)[number]
