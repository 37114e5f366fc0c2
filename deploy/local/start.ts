import { buildWebIfNeeded } from './build-web.ts'
import { startProduct, stopProduct } from './product.ts'

try {
  buildWebIfNeeded()
  await startProduct()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  await stopProduct(1)
}
