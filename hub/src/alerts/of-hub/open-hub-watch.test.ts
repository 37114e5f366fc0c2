import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLocalBus } from '../../bus/bus.ts'
import { loadConfig } from '../../config/config.ts'
import { openTempStore, type TempStore } from '../../testing/temp-store.ts'
import { silent } from '../../testing/test-hub.ts'
import { openHubWatch } from './open-hub-watch.ts'

let store: TempStore
beforeEach(async () => void (store = await openTempStore()))
afterEach(() => store.close())

it('tells operators only what is news to them', async () => {
  const bus = createLocalBus()
  const said: unknown[] = []
  bus.on('hubAlerts', (event) => said.push(event))
  const watch = openHubWatch({
    config: loadConfig({
      HUB_SMTP_URL: 'smtp://mail.test?from=hub@site.co',
      HUB_BACKUP_MAX_HOURS: '0',
      HUB_DATA_DIR: dirname(import.meta.filename),
    }),
    store,
    bus,
    log: silent,
    mailCheckOf: () => async () => {},
  })
  for (const code of ['EAUTH', 'EAUTH'])
    watch.mail?.failed(Object.assign(new Error(code), { code }))
  watch.noteFault(null)
  watch.noteFault(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  const [mail, full] = [{ kind: 'mail_failing' }, { kind: 'disk_full' }]
  expect(said).toMatchObject([{ alerts: [full, mail], isNewsToOperators: true }])
  watch.mail?.sent()
  watch.noteFault(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  expect(said.slice(1)).toMatchObject([{ alerts: [full], isNewsToOperators: false }])
})
