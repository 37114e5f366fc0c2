import { type AssetFields, FIELD_OF_VEHICLE } from '../../store/assets/assets.ts'

/** Assets by their plate and by their tag. */
export class PlatesAndTags {
  readonly #byPlate = new Map<string, AssetFields>()
  readonly #byTag = new Map<string, AssetFields>()

  constructor(assets: readonly AssetFields[]) {
    for (const asset of assets) this.add(asset)
  }

  add(asset: AssetFields): void {
    if (asset.plate !== null) this.#byPlate.set(asset.plate, asset)
    this.#byTag.set(asset.rfid_tag, asset)
  }

  /**
   * Which assets have the plate or tag of this one, in Spanish for the operator. `same` when that
   * is one asset with the same values. Null when both are free.
   */
  conflictOf(asset: AssetFields): { message: string; same: boolean } | null {
    const byPlate = asset.plate === null ? undefined : this.#byPlate.get(asset.plate)
    const byTag = this.#byTag.get(asset.rfid_tag)
    const conflicts: string[] = []
    if (byPlate) conflicts.push(`la placa ${asset.plate} ya está con el tag ${byPlate.rfid_tag}`)
    if (byTag) conflicts.push(`el tag ${asset.rfid_tag} ya es de ${byTag.plate ?? byTag.name}`)
    const message = `Placa o Tag ya existen: ${conflicts.join(' y ')}`
    const same = byPlate !== undefined && byPlate === byTag && hasValuesOf(byPlate, asset)
    return conflicts.length === 0 ? null : { message, same }
  }
}

const COMPARED = ['type', ...Object.values(FIELD_OF_VEHICLE)] as const

const hasValuesOf = (a: AssetFields, b: AssetFields) => COMPARED.every((key) => a[key] === b[key])
