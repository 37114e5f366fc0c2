import type { FixedSetting } from '@vehicle-control/protocol'
import { formatCount } from '../../../site-time/site-time.ts'
import { CONFIG_TEXTS } from '../../../texts/admin/admin-config.ts'
import { TEXTS as APP_TEXTS } from '../../../texts/app.ts'
import classes from './config.module.css'

const TEXTS = CONFIG_TEXTS.fixed
const ROLES: Readonly<Record<string, string>> = APP_TEXTS.account.roles
/** Those that nothing sets. */
const FACTS = new Set(['version', 'commit', 'replicas'])

/** What the environment sets, to be read only. */
export function FixedList({ fixed }: { fixed: readonly FixedSetting[] }) {
  return (
    <dl className={`facts ${classes.fixed}`}>
      {fixed.map((setting) => (
        <div key={setting.name}>
          <dt>{TEXTS.names[setting.name] ?? setting.name}</dt>
          <dd>
            {wordsOfFixed(setting)}
            {!FACTS.has(setting.name) && (
              <span className="note">
                {' · '}
                {setting.by === null ? CONFIG_TEXTS.byDefault : CONFIG_TEXTS.fixedBy(setting.by)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A setting's value as a person says it. */
function wordsOfFixed({ name, value }: FixedSetting): string {
  if (value === null || value === '') return TEXTS.none
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no
  if (typeof value === 'string') return textOf(name, value)
  return value === 0 ? (TEXTS.zeros[name] ?? '0') : formatCount(value)
}

function textOf(name: string, value: string): string {
  if (name === 'demo') return TEXTS.demo[value] ?? value
  if (name !== 'second_factor_roles') return value
  return value
    .split(', ')
    .map((role) => ROLES[role] ?? role)
    .join(', ')
}
