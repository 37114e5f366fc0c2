import { EmptyScene } from './EmptyScene.tsx'
import { useMissingSetup } from './use-missing-setup.ts'

/** Below a list that waits for reads: says so where there is no agent to read any. */
export function FirstAgent() {
  return useMissingSetup() === 'agents' && <EmptyScene missing="agents" />
}
