/** The asset that has a tag now, whoever had it as it was read. */
export interface TagNow {
  readonly asset_id: number
  /** Its plate, else its name. */
  readonly name: string
}

/** Tags that were registered since this page was opened, by their uid. */
export type TagsNow = ReadonlyMap<string, TagNow>
