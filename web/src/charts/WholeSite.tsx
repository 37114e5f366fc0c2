import { DASHBOARD_TEXTS } from '../texts/reads/dashboard.ts'
import classes from './chart-card.module.css'

/** Says of a chart that what is searched for does not act on it. */
export function WholeSite() {
  return <span className={classes.wholeSite}>{DASHBOARD_TEXTS.charts.wholeSite}</span>
}
