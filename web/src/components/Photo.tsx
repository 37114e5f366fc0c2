import { Box } from '@mantine/core'
import { useState } from 'react'
import { ownPhoto } from '../api/assets/photo.ts'
import { PHOTO_TEXTS } from '../texts/admin/admin-photo.ts'
import classes from './photo.module.css'

interface PhotoProps {
  /** One that does not lie on this hub is not shown. */
  url: string | null
  /** The text for those who cannot see it. */
  label: string
  /** Pixels of its box, which is reserved before the photo is loaded. */
  width: number
  height: number
}

/** A photo of the hub's, fetched when it comes near the screen; words where there is none. */
export function Photo({ url, label, width, height }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const own = ownPhoto(url)
  const isShown = own !== null && own !== failed
  return (
    <span className={classes.box} style={{ width, height }}>
      {isShown ? (
        <img
          src={own}
          alt={label}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(own)}
        />
      ) : (
        <Box component="span" className="muted" p="0.25rem" fz="0.75rem" lh={1.2} ta="center">
          {own === null ? PHOTO_TEXTS.none : PHOTO_TEXTS.gone}
        </Box>
      )}
    </span>
  )
}
