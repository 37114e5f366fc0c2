/** The chips that lead to the pin header: of a Pi 5, a Pi 4, and the ones before. */
export const HEADER_CHIPS = ['pinctrl-rp1', 'pinctrl-bcm2711', 'pinctrl-bcm2835'] as const

/** Whether two settings of a chip mean the same one; absent is the chip of the pin header. */
export function isSameChip(one: string | undefined, other: string | undefined): boolean {
  return one === other || (isHeader(one) && isHeader(other))
}

function isHeader(label: string | undefined): boolean {
  return label === undefined || HEADER_CHIPS.some((chip) => chip === label)
}
