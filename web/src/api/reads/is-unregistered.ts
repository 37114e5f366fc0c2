/** What a read's row says of its asset: all null where no asset has its tag. */
interface ReadAsset {
  readonly plate: string | null
  readonly model: string | null
}

/** True where no asset had the read's tag when it was stored: each asset has a plate or a name. */
export function isUnregistered({ plate, model }: ReadAsset): boolean {
  return plate === null && model === null
}
