import { Button } from '@mantine/core'
import { VEHICLES_CSV } from '../../../api/assets/vehicles.ts'
import { VEHICLES_TEXTS as TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { ImportButton } from './import/ImportButton.tsx'
import classes from './vehicles.module.css'

interface VehicleBarProps {
  mayEdit: boolean
  onNew: () => void
}

/** What is done with all vehicles. */
export function VehicleBar({ mayEdit, onNew }: VehicleBarProps) {
  return (
    <div className={classes.buttons}>
      {mayEdit && <Button onClick={onNew}>{TEXTS.create}</Button>}
      {mayEdit && <CsvLink to={VEHICLES_CSV.template} text={TEXTS.template} />}
      <CsvLink to={VEHICLES_CSV.all} text={TEXTS.exportCsv} />
      {mayEdit && <ImportButton />}
    </div>
  )
}

/** The browser goes there itself; a refusal is a download that failed, and the page stays. */
function CsvLink({ to, text }: { to: string; text: string }) {
  return (
    <Button component="a" href={to} download variant="default">
      {text}
    </Button>
  )
}
