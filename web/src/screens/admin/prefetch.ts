import { assetsQuery } from '../../api/assets/assets.ts'
import { vehiclesQuery } from '../../api/assets/vehicles.ts'
import { queriesOf } from '../../api/http/query-client.ts'
import type { AppParts } from '../../app-parts.ts'
import { readTab, TABS, tabsOf } from './admin-tabs.ts'
import { readType } from './assets/asset-types.ts'
import { ASSET_PAGE_SIZES, readListAddress } from './list/list-address.ts'

/** Loads the tab of the address, and starts the call of its list. */
export async function prefetch(app: AppParts, search: string): Promise<void> {
  const address = new URLSearchParams(search)
  const tab = readTab(address, tabsOf(app.session.state.get()))
  const question = readListAddress(address, ASSET_PAGE_SIZES)
  await Promise.all([
    TABS[tab].load(),
    tab === 'vehiculos' && queriesOf(app).prefetchQuery(vehiclesQuery(app, question)),
    tab === 'activos' &&
      queriesOf(app).prefetchQuery(assetsQuery(app, { ...question, type: readType(address) })),
  ])
}
