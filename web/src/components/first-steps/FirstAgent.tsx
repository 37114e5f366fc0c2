import { EmptyScene } from './EmptyScene.tsx'
import { useLack } from './use-lack.ts'

/** Below what waits for reads: that there is nobody to read them. */
export function FirstAgent() {
  return useLack() === 'agents' && <EmptyScene lack="agents" />
}
