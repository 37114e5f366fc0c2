import type { HubAlert } from '@vehicle-control/protocol'

/** An alert of the hub as the part that found it says it, with times in milliseconds since 1970. */
export interface Finding extends Omit<HubAlert, 'hub' | 'since' | 'until'> {
  since: number
  until: number | null
  /** It is about the whole installation, and not about this hub alone. */
  isOfAll?: true
}
