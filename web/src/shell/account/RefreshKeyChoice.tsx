import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { chooseRefreshKey, refreshKeyOf } from '../../screens/dashboard/refresh/refresh-key.ts'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'
import classes from './account.module.css'

/** Whether the key R refreshes the dashboard, on this browser only. */
export function RefreshKeyChoice() {
  const { storage } = useApp()
  const isOn = useStore(refreshKeyOf(storage), (value) => value)
  return (
    <label className={classes.key}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => chooseRefreshKey(storage, currentTarget.checked)}
      />
      {ACCOUNT_TEXTS.refreshKey}
    </label>
  )
}
