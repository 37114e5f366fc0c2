/** The pixels of one rem: more where somebody has made the text larger; NaN without a layout. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
