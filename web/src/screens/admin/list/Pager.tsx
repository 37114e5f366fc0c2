import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { LaterPart } from '../../../components/LaterPart.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import classes from './pager.module.css'
import type { PrintedRows } from './print/whole-list.ts'
import type { ListControl } from './use-list-address.ts'

const LABELS = ADMIN_TEXTS.list

const PrintList = lazyPart(async () => (await import('./print/PrintList.tsx')).PrintList)

interface PagerProps {
  control: Omit<ListControl, 'search'>
  pages: number
  print: PrintedRows
}

/** The buttons between pages, the size of a page, and what prints them all. */
export function Pager({ control, pages, print }: PagerProps) {
  const { page, pageSize, sizes, turn, resize } = control
  return (
    <nav className="row" aria-label={LABELS.pages}>
      <Turn to={page - 1} pages={pages} text={LABELS.previous} onTurn={turn} />
      <span aria-live="polite" className={`${classes.page} no-print`}>
        {LABELS.page(formatCount(page), formatCount(pages))}
      </span>
      <Turn to={page + 1} pages={pages} text={LABELS.next} onTurn={turn} />
      <span className={classes.nextLine} />
      <LaterPart>
        <PrintList key={`${page} ${pageSize} ${control.q}`} {...{ control, pages, print }} />
      </LaterPart>
      <NativeSelect
        w="5rem"
        ml="auto"
        className="no-print"
        aria-label={LABELS.pageSize}
        title={LABELS.pageSize}
        data={sizes.all.map(String)}
        value={String(pageSize)}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
    </nav>
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
      className="no-print"
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={() => !isEnd && onTurn(to)}
    >
      {text}
    </Button>
  )
}
