import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Problem } from '../forms/Problem.tsx'
import { SECRET_TEXTS } from '../texts/account/secrets.ts'
import classes from './secrets.module.css'
import type { QrDrawing } from './qr-path.ts'

interface QrCodeProps {
  text: string
  label: string
  /** A length of CSS. */
  size?: string
}

/** A text as a QR code; the code that draws it is loaded with the first one. */
export function QrCode({ text, label, size: side = '13rem' }: QrCodeProps) {
  const [drawn, setDrawn] = useState<{ of: string; code: QrDrawing | null } | null>(null)
  useEffect(() => {
    let isGone = false
    import('./qr-path.ts')
      .then(({ drawQr }) => drawQr(text))
      .then(
        (code) => !isGone && setDrawn({ of: text, code }),
        () => !isGone && setDrawn({ of: text, code: null }),
      )
    return () => {
      isGone = true
    }
  }, [text])
  if (drawn?.of !== text)
    return (
      <Box component="output" display="block" w={side} h={side}>
        {SECRET_TEXTS.qrLoading}
      </Box>
    )
  if (drawn.code === null) return <Problem>{SECRET_TEXTS.qrFailed}</Problem>
  const { size, path } = drawn.code
  return (
    <Box component="figure" className={classes.qr} w={side} h={side} aria-label={label}>
      <svg aria-hidden viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </Box>
  )
}
