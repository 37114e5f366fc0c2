import type { AssetType } from '@vehicle-control/protocol'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { ASSET_TYPES } from './asset-types.ts'
import classes from './assets.module.css'

interface TypeFilterProps {
  /** Null: all. */
  value: AssetType | null
  onChange: (type: AssetType | null) => void
}

/** Chips that show the assets of one type, or all. */
export function TypeFilter({ value, onChange }: TypeFilterProps) {
  return (
    <fieldset className={classes.types}>
      <legend className="visually-hidden">{TEXTS.typeFilter}</legend>
      {[null, ...ASSET_TYPES].map((type) => (
        <label key={type} className={classes.type}>
          <input
            type="radio"
            name="asset-type-filter"
            className="visually-hidden"
            checked={type === value}
            onChange={() => onChange(type)}
          />
          {type === null ? TEXTS.allTypes : TEXTS.types[type]}
        </label>
      ))}
    </fieldset>
  )
}
