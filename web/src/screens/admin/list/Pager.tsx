import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { formatCount } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './pager.module.css'
import type { ListControl } from './use-list-address.ts'

const LABELS = ADMIN_TEXTS.list

interface PagerProps {
  control: Pick<ListControl, 'page' | 'pageSize' | 'sizes' | 'turn' | 'resize'>
  pages: number
}

/** The buttons between pages, and the size of a page. */
export function Pager({ control, pages }: PagerProps) {
  const { page, pageSize, sizes, turn, resize } = control
  return (
    <>
      {pages > 1 && (
        <p className="paper-only note">
          {LABELS.partOnPaper(formatCount(page), formatCount(pages))}
        </p>
      )}
      <nav className="row no-print" aria-label={LABELS.pages}>
        <Turn to={page - 1} pages={pages} text={LABELS.previous} onTurn={turn} />
        <span aria-live="polite" className={classes.page}>
          {LABELS.page(formatCount(page), formatCount(pages))}
        </span>
        <Turn to={page + 1} pages={pages} text={LABELS.next} onTurn={turn} />
        <NativeSelect
          w="5rem"
          ml="auto"
          aria-label={LABELS.pageSize}
          title={LABELS.pageSize}
          data={sizes.all.map(String)}
          value={String(pageSize)}
          onChange={(event) => resize(Number(event.currentTarget.value))}
        />
      </nav>
    </>
  )
}

interface TurnProps {
  to: number
  pages: number
  text: string
  onTurn: (page: number) => void
}

function Turn({ to, pages, text, onTurn }: TurnProps) {
  const isEnd = to < 1 || to > pages
  return (
    // Not `disabled`, which would lose the focus after the last click.
    <Button
      variant="default"
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={() => !isEnd && onTurn(to)}
    >
      {text}
    </Button>
  )
}
