import { useSearchParams } from 'react-router-dom'

/** Puts filters of a list into the address, empty ones out of it, and goes to the first page. */
export function useAddressChange(): (values: Readonly<Record<string, string>>) => void {
  const [, setSearch] = useSearchParams()
  return (values) => {
    // Read from the address itself: the router lags behind while React draws the last change.
    const next = new URLSearchParams(window.location.search)
    next.delete('page')
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setSearch(next, { replace: true })
  }
}
