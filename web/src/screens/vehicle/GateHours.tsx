import type { GateActivity } from '@vehicle-control/protocol'
import { heatRows } from '../../charts/heat.ts'
import { HeatTable } from '../../charts/HeatTable.tsx'
import { useChartScheme } from '../../charts/use-chart-scheme.ts'
import { formatCount } from '../../site-time/site-time.ts'
import { VEHICLE_TEXTS as TEXTS } from '../../texts/reads/vehicle.ts'
import classes from './vehicle.module.css'

/** Where and at what hours it was read. */
export function GateHours({ gates }: { gates: readonly GateActivity[] }) {
  const scheme = useChartScheme()
  return (
    <section className={classes.card}>
      <h2>{TEXTS.gates}</h2>
      {gates.length === 0 ? (
        <p className={classes.empty}>{TEXTS.empty}</p>
      ) : (
        <HeatTable
          label={TEXTS.gates}
          corner={TEXTS.gate}
          names={gates.map(({ name, code, total }) =>
            TEXTS.gateTotal(name || code, formatCount(total)),
          )}
          grid={heatRows(gates.map(({ hours }) => hours))}
          scheme={scheme}
          hasLongNames
        />
      )}
    </section>
  )
}
