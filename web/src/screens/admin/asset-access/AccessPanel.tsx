import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AssetAccess, AssetAccessRequest } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'
import { groupsQuery } from '../../../api/access/access-gates.ts'
import { setAssetAccess } from '../../../api/access/asset-access.ts'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useSiteTimeZone } from '../../../api/settings/public-config.ts'
import { useApp } from '../../../app-parts.ts'
import { StateMark } from '../../../components/StateMark.tsx'
import type { Panel } from '../../../dialogs/dialogs.ts'
import { DateTimeField } from '../../../forms/DateTimeField.tsx'
import { takeFocus } from '../../../forms/form-issues.ts'
import { Problem } from '../../../forms/Problem.tsx'
import { useSubmission } from '../../../forms/use-submission.ts'
import { createSiteClock, type SiteClock } from '../../../site-time/site-clock.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { ASSET_ACCESS_TEXTS as TEXTS } from '../../../texts/admin/asset-access.ts'
import { accessMark } from './AccessMark.tsx'
import { listWords } from '../access/rule-sentence.ts'

const NOTHING_SET: AssetAccess = { denied: false, valid_from: null, valid_to: null, group: null }

/** An asset as its access is set. */
export interface AccessedAsset {
  readonly id: number
  /** Absent: nothing is set. */
  readonly access?: AssetAccess | undefined
}

/** The dialog in which a vehicle or an asset is blocked, and given an end and a group. */
export function accessPanel({ id, access }: AccessedAsset, name: string): Panel {
  return {
    title: TEXTS.title(name),
    isSheet: true,
    content: () => <AccessForm id={id} name={name} stored={access ?? NOTHING_SET} />,
  }
}

interface AccessFormProps {
  id: number
  name: string
  stored: AssetAccess
}

function AccessForm({ id, name, stored }: AccessFormProps) {
  const app = useApp()
  const queries = useQueryClient()
  const timeZone = useSiteTimeZone(app)
  const clock = useMemo(() => (timeZone ? createSiteClock(timeZone) : null), [timeZone])
  const { isBusy, problem, submit } = useSubmission()
  const [access, setAccess] = useState(stored)
  const [outcome, setOutcome] = useState('')
  const send = (change: AssetAccessRequest, done: string) =>
    void submit(async () => {
      setOutcome('')
      const { access: now, unconfirmed } = await setAssetAccess(app.api, id, change)
      setAccess(now)
      setOutcome(unconfirmed ? `${done} ${gatesWords(unconfirmed)}` : done)
      void queries.invalidateQueries({ queryKey: [ASSETS_KEY] })
    })
  const { tone, word } = accessMark(access, app.serverClock.now()) ?? {
    tone: 'good' as const,
    word: TEXTS.free,
  }
  return (
    <div className="stack" data-gap="large">
      <StateMark tone={tone}>
        <span className="wraps">{access.denied ? TEXTS.blocked : word}</span>
      </StateMark>
      <Block
        key={String(access.denied)}
        name={name}
        isDenied={access.denied}
        isBusy={isBusy}
        onSet={(denied) => send({ denied }, denied ? TEXTS.done.blocked : TEXTS.done.unblocked)}
      />
      {outcome && (
        <output key={outcome} ref={takeFocus} tabIndex={-1} className="strong">
          {outcome}
        </output>
      )}
      {clock ? (
        <Validity
          access={access}
          clock={clock}
          isBusy={isBusy}
          onSave={(change) => send(change, TEXTS.done.saved)}
        />
      ) : (
        <output>{ADMIN_TEXTS.list.loading}</output>
      )}
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.failed)}</Problem>
    </div>
  )
}

function gatesWords(unconfirmed: readonly string[]): string {
  return unconfirmed.length === 0 ? TEXTS.confirmed : TEXTS.unconfirmed(listWords(unconfirmed))
}

interface BlockProps {
  name: string
  isDenied: boolean
  isBusy: boolean
  onSet: (denied: boolean) => void
}

/** «Bloquear…» or «Desbloquear…», which asks in its place. */
function Block({ name, isDenied, isBusy, onSet }: BlockProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    return (
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {isDenied ? TEXTS.unblock : TEXTS.block}
        </Button>
      </div>
    )
  }
  return (
    <div className="stack" data-gap="small">
      <p ref={takeFocus} tabIndex={-1}>
        {isDenied ? TEXTS.askUnblock(name) : TEXTS.askBlock(name)}
      </p>
      <div className="wrap">
        <Button aria-disabled={isBusy} onClick={() => onSet(!isDenied)}>
          {isDenied ? TEXTS.yesUnblock : TEXTS.yesBlock}
        </Button>
        <Button variant="default" onClick={() => setAsked(false)}>
          {TEXTS.no}
        </Button>
      </div>
    </div>
  )
}

interface ValidityProps {
  access: AssetAccess
  clock: SiteClock
  isBusy: boolean
  onSave: (change: AssetAccessRequest) => void
}

/** From when until when it may pass, and in which group. */
function Validity({ access, clock, isBusy, onSave }: ValidityProps) {
  const { api } = useApp()
  const { data: groups = [] } = useQuery(groupsQuery(api))
  const wallOf = (at: number | null) => (at === null ? '' : clock.wall(at))
  const [from, setFrom] = useState(() => wallOf(access.valid_from))
  const [until, setUntil] = useState(() => wallOf(access.valid_to))
  const [group, setGroup] = useState(access.group)
  const change = changeOf(access, {
    validFrom: momentOf(from, access.valid_from, clock),
    validTo: momentOf(until, access.valid_to, clock),
    group,
  })
  const isReversed = from !== '' && until !== '' && until <= from
  const isSavable = Object.keys(change).length > 0 && !isReversed
  return (
    <>
      <DateTimeField
        label={TEXTS.from}
        description={TEXTS.fromHint}
        value={from}
        fault={null}
        onPick={setFrom}
        onChange={setFrom}
      />
      <DateTimeField
        label={TEXTS.until}
        description={TEXTS.untilHint}
        value={until}
        fault={isReversed ? TEXTS.wrongOrder : null}
        onPick={setUntil}
        onChange={setUntil}
      />
      <NativeSelect
        label={TEXTS.group}
        description={TEXTS.groupHint}
        value={group === null ? '' : String(group)}
        data={[
          { value: '', label: TEXTS.noGroup },
          ...groups.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={({ currentTarget: { value } }) => setGroup(value === '' ? null : Number(value))}
      />
      <div>
        <Button aria-disabled={isBusy || !isSavable} onClick={() => isSavable && onSave(change)}>
          {TEXTS.save}
        </Button>
      </div>
    </>
  )
}

/** The moment of what is typed; what the field shows of `stored`, which has no seconds, is that still. */
function momentOf(wall: string, stored: number | null, clock: SiteClock): number | null {
  if (wall === '') return null
  return stored !== null && clock.wall(stored) === wall ? stored : clock.instant(wall, 'last')
}

/** What differs: the rest stays as whoever else sets it. */
function changeOf(
  { valid_from, valid_to, group }: AssetAccess,
  wanted: Required<Omit<AssetAccessRequest, 'denied'>>,
): AssetAccessRequest {
  return {
    ...(wanted.validFrom === valid_from ? {} : { validFrom: wanted.validFrom }),
    ...(wanted.validTo === valid_to ? {} : { validTo: wanted.validTo }),
    ...(wanted.group === group ? {} : { group: wanted.group }),
  }
}
