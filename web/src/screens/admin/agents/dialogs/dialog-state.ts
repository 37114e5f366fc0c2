import type { AgentDetail } from '@vehicle-control/protocol'
import type { Place } from '../../../../map/coordinates.ts'
import type { ShownConfig } from '../keys/ConfigPanel.tsx'

/** The dialog that is open over the tab. */
export type OpenDialog =
  | { readonly kind: 'edit' | 'locate' | 'rotate'; readonly agent: AgentDetail }
  | { readonly kind: 'config'; readonly config: ShownConfig }
  | {
      readonly kind: 'pick'
      readonly from: Place | null
      readonly onPick: (place: Place | null) => void
    }
