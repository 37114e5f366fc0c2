import { EmptyScene } from './EmptyScene.tsx'
import { useMissingSetup } from './use-missing-setup.ts'

/** Below what waits for reads: that there is nobody to read them. */
export function FirstAgent() {
  return useMissingSetup() === 'agents' && <EmptyScene missing="agents" />
}
