import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useApp } from '../../../app-parts.ts'

const NAME = 'q'
/** Browsers refuse pages that write into their address at every key. */
const REST_MS = 400

/** The text of the search, which the address holds once the typing rests. */
export function useSearchText(): [text: string, setText: (text: string) => void] {
  const { clock } = useApp()
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(NAME) ?? ''
  const [text, setText] = useState(inAddress)
  const [known, setKnown] = useState(inAddress)
  // A link or the way back brought another one.
  if (inAddress !== known) {
    setKnown(inAddress)
    setText(inAddress)
  }
  useEffect(() => {
    if (text === inAddress) return
    return clock.after(REST_MS, () => {
      setKnown(text)
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (text) after.set(NAME, text)
          else after.delete(NAME)
          return after
        },
        { replace: true },
      )
    })
  }, [clock, text, inAddress, setParams])
  return [text, setText]
}
