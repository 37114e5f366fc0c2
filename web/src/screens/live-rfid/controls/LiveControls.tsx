import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { memo, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useStore } from '../../../browser/external-store.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import { countFilters } from '../live-filters.ts'
import classes from '../live-rfid.module.css'
import type { OutcomeStore } from '../outcome.ts'
import type { LiveFilterControl } from '../use-live-filters.ts'
import { filterWords } from './filter-words.ts'

const FilterFields = lazyPart(async () => (await import('./FilterFields.tsx')).FilterFields)
const DayActions = lazyPart(async () => (await import('./DayActions.tsx')).DayActions)
const SuppressionField = lazyPart(
  async () => (await import('./SuppressionField.tsx')).SuppressionField,
)

const SoundControls = lazyPart(
  async () => (await import('../../../sound/SoundControls.tsx')).SoundControls,
)

const { buttons: LABELS } = LIVE_CONTROLS_TEXTS
const AT_ONCE = { getInitialValueInEffect: false }

interface LiveControlsProps {
  watch: DayWatch
  control: LiveFilterControl
  outcome: OutcomeStore
}

/** The controls, loaded after the first drawing; where there is little room they open on request. */
export const LiveControls = memo(function LiveControls(props: LiveControlsProps) {
  const { watch, control, outcome } = props
  const isWide = useMediaQuery('(min-width: 75em)', true, AT_ONCE)
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, AT_ONCE)
  const filterCount = countFilters(control.filters)
  useKeptNotice(watch)
  const [areFiltersOpen, setFiltersOpen] = useState(isWide)
  const [isSoundOpen, setSoundOpen] = useState(false)
  const [filtersId, soundId] = [useId(), useId()]
  const day = <DayActions watch={watch} filters={control.filters} outcome={outcome} />
  return (
    <>
      <Disclosure isOpen={areFiltersOpen} panelId={filtersId} onToggle={setFiltersOpen}>
        {filterCount > 0 ? LABELS.filtersOf(filterCount) : LABELS.filters}
      </Disclosure>
      <Disclosure isOpen={isSoundOpen} panelId={soundId} onToggle={setSoundOpen}>
        {LABELS.sound}
      </Disclosure>
      {isWide ? (
        <div className={classes.day}>
          <Suspense>{day}</Suspense>
        </div>
      ) : (
        <DayMenu>{day}</DayMenu>
      )}
      <div
        id={filtersId}
        className={classes.filters}
        hidden={!areFiltersOpen}
        data-paper={filterWords(control.filters).join(' · ')}
      >
        {areFiltersOpen && (
          <Suspense>
            <FilterFields watch={watch} control={control} />
            {!isPhone && <SuppressionField outcome={outcome} />}
          </Suspense>
        )}
      </div>
      <div id={soundId} className={classes.sound} hidden={!isSoundOpen}>
        {isSoundOpen && (
          <Suspense>
            <SoundControls />
          </Suspense>
        )}
      </div>
    </>
  )
})

interface DisclosureProps {
  isOpen: boolean
  panelId: string
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

function Disclosure({ isOpen, panelId, onToggle, children }: DisclosureProps) {
  return (
    <Button
      variant="default"
      className={classes.disclosure}
      aria-expanded={isOpen}
      aria-controls={panelId}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      onClick={() => onToggle(!isOpen)}
    >
      {children}
    </Button>
  )
}

/** An older browser shows the menu in its place in the page. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype

/** The actions of the day, over the lower edge; choosing an action closes it. */
function DayMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const opener = HAS_POPOVERS ? { popoverTarget: id } : { onClick: () => setOpen(!isOpen) }
  return (
    <>
      <Button
        variant="default"
        className={classes.more}
        aria-label={LABELS.day}
        aria-expanded={isOpen}
        aria-controls={id}
        {...opener}
      >
        <IconDots size={20} aria-hidden />
      </Button>
      {/* The buttons in it are what is pressed, by key as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={menu}
        id={id}
        className={classes.menu}
        {...(HAS_POPOVERS ? { popover: 'auto' } : { hidden: !isOpen })}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => HAS_POPOVERS && menu.current?.hidePopover()}
      >
        {isOpen && <Suspense>{children}</Suspense>}
      </div>
    </>
  )
}

/** Says once that the browser has no room to keep the day. */
function useKeptNotice({ reads }: DayWatch): void {
  const dialogs = useDialogs()
  const isKept = useStore(reads.state, (state) => state.isKept)
  useEffect(() => {
    if (!isKept) dialogs.notify('warning', LIVE_CONTROLS_TEXTS.notKept)
  }, [isKept, dialogs])
}
