import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { accountTexts } from '../../texts/account.ts'
import { chooseDensity, type Density, storedDensity } from '../density.ts'
import classes from './account.module.css'

const choices: readonly Density[] = ['cosy', 'compact']

/** How close together things stand on this browser; it shows at once. */
export function DensityChoice({ storage }: { storage: Storage }) {
  const [density, setDensity] = useState(() => storedDensity(storage))
  const choose = (value: string) => {
    const chosen = choices.find((one) => one === value) ?? 'cosy'
    setDensity(chosen)
    chooseDensity(storage, chosen)
  }
  return (
    <Radio.Group aria-label={accountTexts.density} value={density} onChange={choose}>
      <div className={classes.choiceRow}>
        {choices.map((one) => (
          <Radio key={one} value={one} label={accountTexts.densities[one]} />
        ))}
      </div>
    </Radio.Group>
  )
}
