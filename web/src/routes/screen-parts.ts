import type { ComponentType } from 'react'
import type { AppParts } from '../app-parts.ts'
import { lazyPart } from '../components/lazy-part.tsx'
import { SCREENS, type ScreenLine, type ScreenProps } from '../screens/table.ts'

/** Starts the calls of a screen before it is there to make them. */
type Prefetch = (app: AppParts, search: string) => Promise<void>

// The files behind the table's lines, each a chunk of its own.
const components = import.meta.glob<Record<string, ComponentType<ScreenProps>>>(
  '../screens/*/*Screen.tsx',
)
const prefetches = import.meta.glob<{ prefetch: Prefetch }>('../screens/*/prefetch.ts')

/** The frame of the screens that stand in the shell. */
export const Shell = lazyPart(async () => (await import('../shell/Shell.tsx')).Shell)

const parts = new Map(SCREENS.map(({ file }) => [file, lazyPart(() => loadComponent(file))]))

/** The component of a screen, loaded when it is first drawn or asked to load. */
export function partOf({ file }: ScreenLine) {
  const part = parts.get(file)
  if (!part) throw new Error(`${file} is not in the table of screens`)
  return part
}

/** The function that starts a screen's calls ahead; null where the table says that it has none. */
export async function loadPrefetch({ file, hasPrefetch }: ScreenLine): Promise<Prefetch | null> {
  if (!hasPrefetch) return null
  const path = `../screens/${file.split('/', 1)[0]}/prefetch.ts`
  const { prefetch } = (await prefetches[path]?.()) ?? {}
  if (!prefetch) throw new Error(`${path} has no prefetch`)
  return prefetch
}

async function loadComponent(file: string): Promise<ComponentType<ScreenProps>> {
  const found = (await components[`../screens/${file}.tsx`]?.()) ?? {}
  const component = found[file.split('/').at(-1) ?? '']
  if (!component) throw new Error(`screens/${file}.tsx has no component of its name`)
  return component
}
