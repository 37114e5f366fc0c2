import { askJson } from '../ask.ts'
import type { Race } from './race.ts'

/** Many who register one plate and tag at once: there is one vehicle. */
export async function racePlate({ target, chance, tally }: Race): Promise<void> {
  const plate = `R${chance.word(8).toUpperCase()}`
  const json = { plate, rfid_tag: `TAG${plate}`, name: 'Carrera', owner: 'Nadie' }
  const token = await target.tokenOf('clerk')
  const answers = await Promise.all(
    Array.from({ length: 3 + chance.below(6) }, () =>
      askJson(target.url, 'POST', '/api/vehicles', { json, token }),
    ),
  )
  for (const { status } of answers) tally.count(status)
  const made = answers.filter(({ status }) => status === 201).length
  if (made !== 1) tally.fault(`one plate was registered ${made} times`)
}
