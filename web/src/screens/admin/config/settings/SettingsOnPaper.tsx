import { CONFIG_TEXTS } from '../../../../texts/admin/admin-config.ts'
import classes from '../config.module.css'
import { SETTING_NAMES, type Settings, settingWords } from './setting-values.ts'

/** What superadmins have set, in the place of its form: paper cannot be filled in. */
export function SettingsOnPaper({ settings }: { settings: Settings }) {
  return (
    <dl className={`facts paper-only ${classes.fixed}`}>
      {SETTING_NAMES.map((name) => (
        <div key={name}>
          <dt>{CONFIG_TEXTS.settings.names[name]}</dt>
          <dd>{settingWords(name, settings[name]) || CONFIG_TEXTS.fixed.none}</dd>
        </div>
      ))}
    </dl>
  )
}
