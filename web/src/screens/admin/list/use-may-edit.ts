import { mayEdit } from '../../../api/auth/person.ts'
import { useApp } from '../../../app-parts.ts'
import { useStore } from '../../../browser/external-store.ts'

/** True for those whom the hub lets change vehicles, assets and agents. */
export function useMayEdit(): boolean {
  return useStore(useApp().session.state, mayEdit)
}
