import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import classes from './chart-card.module.css'

/** Says that filters do not apply to a figure. */
export function WholeSite() {
  return <span className={classes.wholeSite}>{DASHBOARD_TEXTS.charts.wholeSite}</span>
}
