import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Wall } from '@vehicle-control/protocol'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { hasStatus, wordsOf } from '../../../../api/http/api-error.ts'
import { removeWall, unpairWall, WALLS_KEY, wallsQuery } from '../../../../api/people/walls.ts'
import { useSiteTimeZone } from '../../../../api/settings/public-config.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { CopyButton } from '../../../../secrets/CopyButton.tsx'
import { QrCode } from '../../../../secrets/QrCode.tsx'
import { createSiteTime, formatCount } from '../../../../site-time/site-time.ts'
import { WALLS_TEXTS as TEXTS } from '../../../../texts/admin/admin-walls.ts'
import { PAIRING_PATH } from '../../../table.ts'
import { EmptyList } from '../../list/EmptyList.tsx'
import { ListBanner } from '../../list/ListBanner.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { ListTable } from '../../list/ListTable.tsx'
import { problemText } from '../../list/problem-text.ts'
import { SideForm } from '../../list/SideForm.tsx'
import { useFormFocus } from '../../list/use-form-focus.ts'
import { useRemoval } from '../../list/use-removal.ts'
import { OwnAddressNotice } from '../connect/OwnAddressNotice.tsx'
import { PairForm } from './PairForm.tsx'
import { browserOf, wallColumns } from './wall-columns.tsx'
import { WallForm } from './WallForm.tsx'

const EVERY_MS = 5000
const CODE_PARAMETER = 'codigo'

/** What stands beside the list; a turn of its own makes each form a new one. */
type Side = { readonly turn: number } & (
  | { readonly kind: 'pair'; readonly wallId: number | null; readonly code: string }
  | { readonly kind: 'form'; readonly wall: Wall | null }
  | { readonly kind: 'address'; readonly wall: Wall }
)

/** Admins make wall screens, pair them with the browsers that show a code, and see which are there. */
export function WallsPage() {
  const app = useApp()
  const queries = useQueryClient()
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => (timeZone ? createSiteTime(timeZone) : null), [timeZone])
  const query = useQuery({ ...wallsQuery(app.api), refetchInterval: EVERY_MS })
  const { data, error, isPending, refetch } = query
  const walls = (error === null && data) || []
  const [outcome, setOutcome] = useState<string | null>(null)
  const { form, enter, leave } = useFormFocus()
  const { side, show, home } = useSide(enter)
  const refresh = () => void queries.invalidateQueries({ queryKey: [WALLS_KEY] })
  const open = (...next: Parameters<typeof show>) => {
    setOutcome(null)
    show(...next)
    enter()
  }
  const pairNew = () => {
    // What was typed into it stays.
    if (side.kind === 'pair' && side.wallId === null) enter()
    else open({ kind: 'pair', wallId: null, code: '' })
  }
  const close = () => {
    home()
    leave()
  }
  const finish = (text: string) => {
    setOutcome(text)
    refresh()
    close()
  }
  const gone = ({ id, name }: Wall, text: (name: string) => string) => {
    setOutcome(text(name))
    const isShown = side.kind === 'pair' ? side.wallId === id : side.wall?.id === id
    if (isShown) home()
  }
  const unpair = useUnpairing({ refresh, onDone: (wall) => gone(wall, TEXTS.done.unpaired) })
  const remove = useRemoval<Wall>({
    question: ({ name }) => ({ text: TEXTS.remove.question, detail: TEXTS.remove.detail(name) }),
    remove: ({ id }) => removeWall(app.api, id),
    onGone: (wall) => gone(wall, TEXTS.done.removed),
    refresh,
    failure: (problem) => wordsOf(problem, TEXTS.done.removeFailed),
  })
  const columns = wallColumns(site, {
    onPair: ({ id }) => open({ kind: 'pair', wallId: id, code: '' }),
    onEdit: (wall) => open({ kind: 'form', wall }),
    onAddress: (wall) => open({ kind: 'address', wall }),
    onUnpair: unpair,
    onRemove: remove,
  })
  const count = TEXTS.count(formatCount(walls.length), walls.length === 1)
  return (
    <div className="stack" data-gap="page">
      <PageHead />
      <ListFrame
        bar={
          <>
            <Button onClick={pairNew}>{TEXTS.pairByCode}</Button>
            <Button variant="default" onClick={() => open({ kind: 'form', wall: null })}>
              {TEXTS.create}
            </Button>
          </>
        }
        count={data && error === null ? count : ''}
        side={
          <SideForm title={titleOf(side)} form={form} onClose={close}>
            {side.kind === 'pair' && (
              <PairForm
                key={side.turn}
                walls={walls}
                wallId={side.wallId}
                code={side.code}
                onMade={refresh}
                onPaired={(paired) => finish(TEXTS.done.paired(paired.name, browserOf(paired)))}
              />
            )}
            {side.kind === 'form' && (
              <WallForm
                key={side.turn}
                wall={side.wall}
                onSaved={(saved) => {
                  if (side.wall) return finish(TEXTS.done.saved(saved.name))
                  refresh()
                  open({ kind: 'pair', wallId: saved.id, code: '' })
                  setOutcome(TEXTS.done.created(saved.name))
                }}
                onCancel={close}
              />
            )}
            {side.kind === 'address' && <WallAddress wall={side.wall} onClose={close} />}
          </SideForm>
        }
      >
        <ListBanner problem={error && problemText(error)} onRetry={() => void refetch()} />
        <output className="hint">{outcome}</output>
        <ListTable
          label={TEXTS.table}
          columns={columns}
          rows={walls}
          lead={['40%', '0px']}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          chosen={side.kind === 'pair' ? side.wallId : (side.wall?.id ?? null)}
          isLoading={isPending}
          empty={
            <EmptyList
              isSearch={false}
              isFailed={error !== null}
              text={TEXTS.empty}
              hint={TEXTS.emptyHint}
            />
          }
        />
      </ListFrame>
    </div>
  )
}

/** What this page is, and where a wall's browser gets its code. */
function PageHead() {
  const address = `${window.location.origin}${PAIRING_PATH}`
  return (
    <div className="stack" data-gap="small">
      <Anchor component={Link} to="/admin?tab=agentes" underline="always" className="line">
        <IconArrowLeft size={16} aria-hidden />
        {TEXTS.back}
      </Anchor>
      <h2 className="heading" data-paper={TEXTS.title}>
        {TEXTS.title}
      </h2>
      <p>{TEXTS.intro}</p>
      <div className="row">
        <code className="anywhere">{address}</code>
        <CopyButton what={TEXTS.pairingAddress} text={address} />
      </div>
      <OwnAddressNotice />
    </div>
  )
}

/** Where a screen leads, for a browser that is set up by hand. */
function WallAddress({ wall, onClose }: { wall: Wall; onClose: () => void }) {
  const address = `${window.location.origin}${wall.address}`
  return (
    <div className="stack" data-align="start">
      <p className="hint">{TEXTS.address.hint}</p>
      <code className="anywhere">{address}</code>
      <CopyButton what={TEXTS.address.what} text={address} />
      <QrCode text={address} label={TEXTS.address.qr(wall.name)} />
      <Button variant="default" onClick={onClose}>
        {TEXTS.address.close}
      </Button>
    </div>
  )
}

function titleOf(side: Side): string {
  const { pairTitle, createTitle, editTitle } = TEXTS.form
  if (side.kind === 'pair') return pairTitle
  if (side.kind === 'address') return TEXTS.address.title(side.wall.name)
  return side.wall ? editTitle : createTitle
}

type Unturned<T> = T extends unknown ? Omit<T, 'turn'> : never

/**
 * What stands beside the list: at first the pairing. Where a link led here with a code, it has that and
 * the focus.
 */
function useSide(enter: () => void) {
  const [search, setSearch] = useSearchParams()
  const code = search.get(CODE_PARAMETER) ?? ''
  const [side, setSide] = useState<Side>({ kind: 'pair', wallId: null, code, turn: 0 })
  const takeCode = useEffectEvent(() => {
    enter()
    const rest = new URLSearchParams(search)
    rest.delete(CODE_PARAMETER)
    setSearch(rest, { replace: true })
  })
  useEffect(() => {
    if (code !== '') takeCode()
  }, [code])
  const show = (next: Unturned<Side>) => setSide(({ turn }) => ({ ...next, turn: turn + 1 }))
  return { side, show, home: () => show({ kind: 'pair', wallId: null, code: '' }) }
}

interface UnpairingOptions {
  refresh: () => void
  onDone: (wall: Wall) => void
}

/** Asks before a screen's browser is turned out. */
function useUnpairing({ refresh, onDone }: UnpairingOptions): (wall: Wall) => void {
  const { api } = useApp()
  const dialogs = useDialogs()
  const run = async (wall: Wall) => {
    const { question, detail } = TEXTS.unpair
    if (!(await dialogs.confirm({ text: question, detail: detail(wall.name) }))) return
    try {
      await unpairWall(api, wall.id)
      onDone(wall)
    } catch (problem) {
      if (hasStatus(problem, 404)) return onDone(wall)
      dialogs.notify('error', wordsOf(problem, TEXTS.done.unpairFailed))
    } finally {
      refresh()
    }
  }
  return (wall) => void run(wall)
}
