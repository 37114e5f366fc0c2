import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/FloatingIndicator.css'
import { SegmentedControl } from '@mantine/core'
import { MAP_TEXTS } from '../../texts/map.ts'

/** What the screen shows of the agents. */
export type AgentsView = keyof typeof MAP_TEXTS.views

interface ViewSwitchProps {
  view: AgentsView
  onChange: (view: AgentsView) => void
}

const VIEWS = [
  { value: 'map', label: MAP_TEXTS.views.map },
  { value: 'status', label: MAP_TEXTS.views.status },
] as const

/** «Mapa | Estado» */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <SegmentedControl
      aria-label={MAP_TEXTS.view}
      data={[...VIEWS]}
      value={view}
      onChange={(value) => onChange(value === 'status' ? 'status' : 'map')}
      transitionDuration={0}
    />
  )
}
