import { Button } from '@mantine/core'
import type { Wall } from '@vehicle-control/protocol'
import { StateMark } from '../../../../components/StateMark.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { WALLS_TEXTS as TEXTS } from '../../../../texts/admin/admin-walls.ts'
import type { ListColumn } from '../../list/ListTable.tsx'
import classes from '../../list/list.module.css'
import { EDIT_BUTTON } from '../../list/use-form-focus.ts'
import { showsOf } from './wall-values.ts'

const HEADS = TEXTS.columns
const LABELS = TEXTS.actions

/** What a row's buttons do. */
export interface WallActions {
  onPair: (wall: Wall) => void
  onEdit: (wall: Wall) => void
  onAddress: (wall: Wall) => void
  onUnpair: (wall: Wall) => void
  onRemove: (wall: Wall) => void
}

/** The columns of the list; times are those of the site, once it is known. */
export function wallColumns(
  site: SiteTime | null,
  actions: WallActions,
): readonly ListColumn<Wall>[] {
  return [
    {
      name: 'name',
      head: HEADS.name,
      className: classes.name,
      cell: ({ name }) => name,
      place: 'lead',
    },
    { name: 'shows', head: HEADS.shows, cell: showsOf, place: 'under' },
    {
      name: 'state',
      head: HEADS.state,
      cell: (wall) => <WallState wall={wall} site={site} />,
      place: 'beside',
    },
    {
      name: 'actions',
      head: HEADS.actions,
      isActions: true,
      cell: (wall) => <Buttons wall={wall} actions={actions} />,
    },
  ]
}

/** What is known of a screen's browser and where it is; empty: nothing. */
export function browserOf({ device, last_address }: Wall): string {
  return [device, last_address].filter((text) => text !== null).join(' · ')
}

function WallState({ wall, site }: { wall: Wall; site: SiteTime | null }) {
  const { paired, connected, last_seen } = wall
  const seen =
    last_seen === null ? TEXTS.neverSeen : site && TEXTS.seen(site.full(Date.parse(last_seen)))
  const place = browserOf(wall)
  return (
    <span className="column">
      {connected ? (
        <StateMark tone="good">{TEXTS.connected}</StateMark>
      ) : paired ? (
        <StateMark tone="bad">{TEXTS.away}</StateMark>
      ) : (
        <StateMark tone="warn">{TEXTS.unpaired}</StateMark>
      )}
      {!connected && <span className="hint">{seen}</span>}
      {place && <span className="hint">{place}</span>}
    </span>
  )
}

function Buttons({ wall, actions }: { wall: Wall; actions: WallActions }) {
  const { id, name, paired } = wall
  const button = (label: string, ofRow: (name: string) => string, run: (wall: Wall) => void) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={ofRow(name)}
      {...(run === actions.onEdit ? { [EDIT_BUTTON]: id } : {})}
      onClick={() => run(wall)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button(LABELS.pair, LABELS.pairOf, actions.onPair)}
      {button(LABELS.edit, LABELS.editOf, actions.onEdit)}
      {button(LABELS.address, LABELS.addressOf, actions.onAddress)}
      {paired && button(LABELS.unpair, LABELS.unpairOf, actions.onUnpair)}
      {button(LABELS.remove, LABELS.removeOf, actions.onRemove)}
    </>
  )
}
