import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from './build-web.ts'
import { emulatedType } from './emulated-reader.ts'
import { failProduct, startProduct } from './product.ts'
import { mendSqliteBinding } from './sqlite-binding.ts'

try {
  const { values } = parseArgs({
    options: { reader: { type: 'string' }, relays: { type: 'boolean' } },
  })
  // Checked before the build, which is slow.
  if (values.reader !== undefined) emulatedType(values.reader)
  await mendSqliteBinding()
  buildWebIfNeeded()
  await startProduct(values)
} catch (error) {
  await failProduct(error)
}
