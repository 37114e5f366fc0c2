import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { TEXTS } from '../../../texts/app.ts'
import type { AccessedAsset } from './AccessPanel.tsx'

/** Opens the dialog in which a vehicle or an asset is blocked, and given an end and a group. */
export function useAssetAccess<Row extends AccessedAsset>(
  nameOf: (row: Row) => string,
): (row: Row) => void {
  const dialogs = useDialogs()
  return (row) => {
    import('./AccessPanel.tsx').then(
      ({ accessPanel }) => dialogs.open(accessPanel(row, nameOf(row))),
      () => dialogs.notify('error', TEXTS.failure.away),
    )
  }
}
