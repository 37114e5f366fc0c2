import { expect } from 'vitest'
import { edges } from './fleet.ts'
import { askHub } from './play/hosts.ts'
import { leaksIn, traces } from './play/leaks.ts'
import { siteSecrets } from './play/site.ts'
import { scenario } from './scenario.ts'

scenario('no play says a secret at -vvv, and no machine writes one down', async () => {
  const all = await traces()
  expect(all.length).toBeGreaterThan(edges.length + 1)
  expect(all.flatMap(leaksIn)).toEqual([])
})

scenario('the search finds what it looks for', async () => {
  const { token } = await askHub<{ token: string }>('agents', 'enroll-token')
  const text = `'${token}' ${siteSecrets().adminPassword} vc_${'a'.repeat(12)}_${'b'.repeat(72)}`
  expect(leaksIn({ name: 'it', text })).toEqual([
    'adminPassword in it',
    'API key in it',
    'token in it',
  ])
})
