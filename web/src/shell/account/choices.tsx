import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Box, Radio } from '@mantine/core'
import { useState } from 'react'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { chooseRefreshKey, refreshKeyOf } from '../../screens/dashboard/refresh/refresh-key.ts'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'
import { chooseDensity, type Density, storedDensity } from '../density.ts'
import classes from './account.module.css'

const DENSITIES: readonly Density[] = ['cosy', 'compact']

/** The choice of density; it shows at once, on this browser only. */
export function DensityChoice({ storage }: { storage: Storage }) {
  const [density, setDensity] = useState(() => storedDensity(storage))
  const choose = (value: string) => {
    const chosen = DENSITIES.find((one) => one === value) ?? 'cosy'
    setDensity(chosen)
    chooseDensity(storage, chosen)
  }
  return (
    <Radio.Group aria-label={ACCOUNT_TEXTS.density} value={density} onChange={choose}>
      <Box className="wrap" data-gap="choices" pt="0.5rem">
        {DENSITIES.map((one) => (
          <Radio key={one} value={one} label={ACCOUNT_TEXTS.densities[one]} />
        ))}
      </Box>
    </Radio.Group>
  )
}

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
