import { useQuery } from '@tanstack/react-query'
import type { AccessPreview, GivenRule } from '@vehicle-control/protocol'
import { useEffect, useId, useState } from 'react'
import { previewQuery } from '../../../../api/access/access-gates.ts'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { StateMark } from '../../../../components/StateMark.tsx'
import { formatCount, type SiteTime } from '../../../../site-time/site-time.ts'
import { reasonWords } from '../../../../texts/access-reasons.ts'
import { decisionWords } from '../../../../texts/access.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import classes from './editor.module.css'

const TEXTS = ACCESS_TEXTS.preview
const REST_MS = 400

interface PreviewProps {
  code: string
  /** Null: something in the sentences is missing. */
  rules: readonly GivenRule[] | null
  site: SiteTime
}

/** What the sentences would have decided on the reads of the last 30 days, soon after each change. */
export function Preview({ code, rules, site }: PreviewProps) {
  const id = useId()
  const { api } = useApp()
  const rested = useRested(rules)
  const { data, error, isFetching } = useQuery({
    ...previewQuery(api, code, rested ?? []),
    enabled: rested !== null,
  })
  const isLate = isFetching || rules !== rested
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h3 id={id} className="heading">
        {TEXTS.title}
      </h3>
      <output className="stack" data-gap="small" aria-busy={isLate}>
        {rules === null ? (
          <p className="muted">{TEXTS.invalid}</p>
        ) : error ? (
          <p className="bad">{wordsOf(error, TEXTS.failed)}</p>
        ) : data === undefined || isLate ? (
          <p className="muted">{TEXTS.loading}</p>
        ) : (
          <Counts preview={data} site={site} />
        )}
      </output>
      {rules !== null && !error && data && <Lists preview={data} site={site} />}
    </section>
  )
}

function Counts({ preview, site }: { preview: AccessPreview; site: SiteTime }) {
  const { allowed, denied, reasons, truncated_at } = preview
  if (allowed + denied === 0) return <p>{TEXTS.none}</p>
  const told = reasons.map(({ reason, count }) =>
    TEXTS.reason(reasonWords(reason), formatCount(count)),
  )
  return (
    <>
      <p>{TEXTS.counts(formatCount(allowed), allowed === 1, formatCount(denied))}</p>
      {told.length > 0 && <p className="hint">{TEXTS.reasons(told.join(', '))}</p>}
      {truncated_at !== null && (
        <p className="hint">{TEXTS.truncated(site.full(Date.parse(truncated_at)))}</p>
      )}
    </>
  )
}

/** The reads to look at: what the sentences did not, or only just, let through, and who was heard twice. */
function Lists({ preview: { reads, twice }, site }: { preview: AccessPreview; site: SiteTime }) {
  const count = formatCount(reads.length)
  return (
    <>
      {reads.length > 0 && (
        <details>
          <summary>{reads.length === 1 ? TEXTS.lookOne : TEXTS.look(count)}</summary>
          <ul className="lines">
            {reads.map((read) => {
              const { uid, label, reader, at, reason } = read
              const { tone, word } = decisionWords(read)
              return (
                <li key={`${at} ${uid} ${reader}`} className={classes.read}>
                  <StateMark tone={tone}>{word}</StateMark>
                  <span className="strong">{label ?? uid}</span>
                  <span>{reasonWords(reason)}</span>
                  <span className="muted">
                    {site.exact(Date.parse(at))} · {ACCESS_TEXTS.sentence.reader} {reader}
                  </span>
                </li>
              )
            })}
          </ul>
        </details>
      )}
      {twice.length > 0 && (
        <details>
          <summary>{TEXTS.twice(formatCount(twice.length), twice.length === 1)}</summary>
          <ul className="lines">
            {twice.map(({ uid, label, other, at }) => (
              <li key={`${at} ${uid} ${other}`} className={classes.read}>
                <span className="strong">{label ?? uid}</span>
                <span>{TEXTS.also(other)}</span>
                <span className="muted">{site.exact(Date.parse(at))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A value as soon as it has rested: what is typed or chosen meanwhile is not asked for. */
function useRested(rules: readonly GivenRule[] | null) {
  const { clock } = useApp()
  const [rested, setRested] = useState(rules)
  const [text, restedText] = [JSON.stringify(rules), JSON.stringify(rested)]
  useEffect(
    () =>
      text === restedText
        ? undefined
        : clock.after(REST_MS, () => setRested(JSON.parse(text) as typeof rules)),
    [clock, text, restedText],
  )
  return text === restedText ? rules : rested
}
