import { create } from 'qrcode'

/** Modules around the code that stay white, as its standard asks. */
const MARGIN = 4

/** A QR code as a drawing of unit squares. */
export interface QrDrawing {
  /** The side in modules, with the margin. */
  readonly size: number
  /** The `d` of an SVG path that covers the dark modules. */
  readonly path: string
}

/** Throws where the text is too long for a code. */
export function drawQr(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue
      let end = x + 1
      while (end < size && data[y * size + end]) end++
      path += `M${x + MARGIN} ${y + MARGIN}h${end - x}v1H${x + MARGIN}z`
      x = end
    }
  }
  return { size: size + 2 * MARGIN, path }
}
