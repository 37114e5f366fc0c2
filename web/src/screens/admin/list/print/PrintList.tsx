import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { formatCount } from '../../../../site-time/site-time.ts'
import { LIST_PRINT_TEXTS as TEXTS } from '../../../../texts/admin/list-print.ts'
import { LIST_COUNT } from '../ListFrame.tsx'
import type { ListControl } from '../use-list-address.ts'
import { fetchWholeList, type PrintedRows, type WholeList } from './whole-list.ts'
import classes from './print-list.module.css'

interface PrintListProps {
  control: Omit<ListControl, 'search'>
  pages: number
  print: PrintedRows
}

/**
 * «Imprimir», and Ctrl-P in its place: a browser that prints waits for no call, so that all rows are
 * there before it is asked to. Where paper has not all of them, the count above the list says which.
 */
export function PrintList({ control, pages, print }: PrintListProps) {
  const dialogs = useDialogs()
  const [isLoading, setLoading] = useState(false)
  const [whole, setWhole] = useState<WholeList | null>(null)
  /** Another page or screen stands here by now: nothing of this one is printed any more. */
  const isGone = useRef(false)
  const show = (list: WholeList | null) =>
    // The browser prints the page as it is when it is asked to.
    flushSync(() => {
      setWhole(list)
      print.show(list && list.rows)
    })
  const run = async () => {
    if (isLoading) return
    try {
      setLoading(true)
      const list = await fetchWholeList(print, control)
      if (isGone.current) return
      show(list)
      window.print()
    } catch {
      if (!isGone.current) dialogs.notify('error', TEXTS.failed)
    } finally {
      setLoading(false)
    }
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
    if (!isPrint || event.altKey || event.shiftKey || pages <= 1) return
    event.preventDefault()
    void run()
  })
  const onPrinting = useEffectEvent(() => {
    const count = document.querySelector<HTMLElement>(`[${LIST_COUNT}]`)
    // As the count says it: without any it is not known.
    const total =
      whole?.total ?? Number(/^[\d.]+/.exec(count?.textContent ?? '')?.[0].replaceAll('.', ''))
    const isLast = control.page === pages
    const ofPage = isLast ? total - (pages - 1) * control.pageSize : control.pageSize
    const rows = whole ? whole.rows.length : ofPage
    if (!count || !(rows < total)) return
    count.dataset['before'] = TEXTS.part(formatCount(rows))
    if (whole) return
    const page = TEXTS.page(formatCount(control.page), formatCount(pages))
    count.dataset['after'] = `${page}\n${TEXTS.whole}`
  })
  const onPrinted = useEffectEvent(() => {
    const count = document.querySelector<HTMLElement>(`[${LIST_COUNT}]`)
    delete count?.dataset['before']
    delete count?.dataset['after']
    if (whole) show(null)
  })
  const onGone = useEffectEvent(() => print.show(null))
  useEffect(() => {
    isGone.current = false
    addEventListener('keydown', onKeyDown)
    addEventListener('beforeprint', onPrinting)
    addEventListener('afterprint', onPrinted)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('beforeprint', onPrinting)
      removeEventListener('afterprint', onPrinted)
      isGone.current = true
      onGone()
    }
  }, [])
  return (
    <Button
      variant="default"
      className={`${classes.button} no-print`}
      title={TEXTS.hint}
      loading={isLoading}
      onClick={() => void run()}
    >
      {TEXTS.print}
    </Button>
  )
}
