import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSalts } from './salts.ts'

test('the salt of the new day is already known during a database outage at midnight', async () => {
  let isUp = true
  const saltsOf = createSalts({
    execute: async () => {
      if (!isUp) throw new Error('The database is down.')
      return { rows: [{ salt: 'ab' }], rowCount: 1 }
    },
  })
  await saltsOf({ today: '2026-11-22', yesterday: null, tomorrow: '2026-11-23' })
  await nextTurn()
  isUp = false
  const salt = Buffer.from('ab', 'hex')
  const next = { today: '2026-11-23', yesterday: '2026-11-22', tomorrow: null }
  expect(await saltsOf(next)).toEqual({ today: salt, yesterday: salt })
  await nextTurn()
  const unknown = { today: '2026-11-24', yesterday: null, tomorrow: null }
  await expect(saltsOf(unknown)).rejects.toThrow('down')
})
