import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts'
import { chooseDensity, type Density, storedDensity } from '../density.ts'
import classes from './account.module.css'

const CHOICES: readonly Density[] = ['cosy', 'compact']

/** A chosen density shows at once, on this browser only. */
export function DensityChoice({ storage }: { storage: Storage }) {
  const [density, setDensity] = useState(() => storedDensity(storage))
  const choose = (value: string) => {
    const chosen = CHOICES.find((one) => one === value) ?? 'cosy'
    setDensity(chosen)
    chooseDensity(storage, chosen)
  }
  return (
    <Radio.Group aria-label={ACCOUNT_TEXTS.density} value={density} onChange={choose}>
      <div className={classes.choiceRow}>
        {CHOICES.map((one) => (
          <Radio key={one} value={one} label={ACCOUNT_TEXTS.densities[one]} />
        ))}
      </div>
    </Radio.Group>
  )
}
