import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** Where the filters are folded away on a phone: what to spread on their button and their place. */
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

/** The filters fold at their button, and at Esc inside, which gives the focus back to it. */
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
