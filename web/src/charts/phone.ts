/** Where style sheets have the look of a phone. */
export const PHONE = '(max-width: 47.99em)'

/** A chart's height, pixels: a phone's page is long. */
export const chartHeight = (): number => (matchMedia(PHONE).matches ? 160 : 220)
