import { ADMIN_TEXTS } from '../../../texts/admin.ts'

/** The tab «Activos». */
export function AssetsTab() {
  return <h2>{ADMIN_TEXTS.tabs.activos}</h2>
}
