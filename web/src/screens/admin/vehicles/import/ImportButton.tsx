import { Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { VEHICLES_TEXTS } from '../../../../texts/admin/admin-vehicles.ts'

const ImportDialog = lazyPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** «Import CSV»: picks a file, and opens the dialog that imports it. */
export function ImportButton() {
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const pick = () => picker.current?.click()
  return (
    <>
      <Button ref={button} variant="default" onClick={pick}>
        {VEHICLES_TEXTS.importCsv}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv,text/plain,application/vnd.ms-excel"
        aria-label={VEHICLES_TEXTS.importCsv}
        hidden
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) setFile(picked)
          // Emptied, since picking the same file again is otherwise no change.
          currentTarget.value = ''
        }}
      />
      {file && (
        <Suspense>
          <ImportDialog
            file={file}
            onPick={pick}
            onClose={() => {
              setFile(null)
              focusBack(button.current)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Focuses the button, or, where a phone has hidden it with its menu, the one that opens that. */
function focusBack(button: HTMLElement | null): void {
  const opener = button?.closest('[popover]')?.previousElementSibling
  const shown = button?.checkVisibility() ? button : opener
  if (shown instanceof HTMLElement) shown.focus()
}
