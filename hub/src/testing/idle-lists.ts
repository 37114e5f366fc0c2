import { SiteOffsets } from '@vehicle-control/protocol/site-offsets'
import { AccessList } from '../access/access-list.ts'
import { AgentLists } from '../access/agent-lists.ts'
import { createLocalBus } from '../bus/bus.ts'
import type { Store } from '../store/open-store.ts'
import { silent } from './test-hub.ts'

/** Lists of agents that are never started: of a hub that nobody gave a rule. */
export function idleLists({ db, readOnly }: Pick<Store, 'db' | 'readOnly'>): AgentLists {
  const bus = createLocalBus()
  const list = new AccessList({ db, readOnly, bus, log: silent })
  return new AgentLists({ db, bus, list, zone: new SiteOffsets('UTC'), log: silent })
}
