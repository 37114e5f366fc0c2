/** The Spanish words of the types of assets. */
export const ASSET_TYPE_TEXTS = {
  vehicle: 'Vehículo',
  product: 'Producto',
  furniture: 'Mobiliario',
} as const
