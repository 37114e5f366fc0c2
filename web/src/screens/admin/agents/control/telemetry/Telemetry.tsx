import { Box } from '@mantine/core'
import type { SensorType } from '@vehicle-control/protocol'
import { useMemo } from 'react'
import { useSiteTimeZone } from '../../../../../api/settings/public-config.ts'
import { useApp } from '../../../../../app-parts.ts'
import { createSiteTime } from '../../../../../site-time/site-time.ts'
import { TELEMETRY_TEXTS } from '../../../../../texts/admin/admin-control.ts'
import { SensorCard } from './SensorCard.tsx'

const SENSORS: readonly SensorType[] = ['temp', 'hum', 'gas']

/** The sensors of an agent over the last six hours. */
export function Telemetry({ code }: { code: string }) {
  const timeZone = useSiteTimeZone(useApp())
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  return (
    <section aria-label={TELEMETRY_TEXTS.title}>
      <h3 className="heading">{TELEMETRY_TEXTS.title}</h3>
      <Box className="boxes" mt="0.5rem">
        {site &&
          SENSORS.map((type) => <SensorCard key={type} code={code} type={type} site={site} />)}
      </Box>
    </section>
  )
}
