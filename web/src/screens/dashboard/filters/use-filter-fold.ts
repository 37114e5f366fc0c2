import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** The folding of the filters on a phone: the props of their button and of their container. */
export interface FilterFold {
  button: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-expanded': boolean
    'aria-controls': string
    onClick: () => void
  }
  fields: {
    id: string
    'data-open': boolean
    onKeyDown: (event: KeyboardEvent) => void
  }
}

/** The button folds the filters, and so does Esc inside, which returns the focus to the button. */
export function useFilterFold(): FilterFold {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    button: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': id,
      onClick: () => setOpen(!isOpen),
    },
    fields: {
      id,
      'data-open': isOpen,
      onKeyDown(event) {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      },
    },
  }
}
