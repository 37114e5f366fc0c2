/** A field as the notice names it. */
export interface FieldLabel<Row> {
  readonly field: keyof Row
  readonly label: string
  /** The value in words, where it is not shown as it is. */
  readonly say?: (value: Row[keyof Row]) => string
}

/** A field that somebody else changed. */
export interface ChangedField {
  readonly label: string
  /** Empty where there was nothing. */
  readonly old: string
  readonly now: string
}

/** What somebody else changed of a row since the form was filled from it. */
export function changedFields<Row>(
  labels: readonly FieldLabel<Row>[],
  before: Row,
  theirs: Row,
): ChangedField[] {
  return labels.flatMap(({ field, label, say = (value) => String(value ?? '') }) => {
    const [old, now] = [say(before[field]), say(theirs[field])]
    return old === now ? [] : [{ label, old, now }]
  })
}
