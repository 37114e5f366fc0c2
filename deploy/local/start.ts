import { buildWebIfNeeded } from './build-web.ts'
import { failProduct, startProduct } from './product.ts'

try {
  buildWebIfNeeded()
  await startProduct()
} catch (error) {
  await failProduct(error)
}
