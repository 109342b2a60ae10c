import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Database, findReadablePage } from '../../database/query.ts'
import { csvPages } from './write.ts'

vi.mock('../../runtime/log/log.ts', () => ({ log: { warn: () => {} } }))

/** Reads 2500 rows page by page. @param damaged the rows whose name can't be read */
async function readAll(damaged: (id: number) => boolean): Promise<string[]> {
  const stored = Array.from({ length: 2500 }, (_, index) => ({
    id: index + 1,
    name: damaged(index + 1) ? null : `Ada ${index + 1}`,
  }))
  const parts: string[] = []
  const lines = csvPages(
    ['name'],
    (after, limit) => {
      const rows = stored.filter(({ id }) => id > after).slice(0, limit)
      const db: Database = { execute: async () => ({ rows }) }
      const place = z.object({ id: z.number() }).transform(({ id }) => id)
      return findReadablePage(db, z.object({ name: z.string() }), place, 'people')`select`
    },
    ({ place, row }) => ({ after: place, cells: row && [row.name] }),
  )
  for await (const part of lines) parts.push(part)
  return parts.join('').trim().split('\r\n').slice(1)
}

test('a damaged row is left out of a file, and all others are in it', async () => {
  const lines = await readAll((id) => id === 17 || id === 1000)
  expect(lines).toHaveLength(2498)
  expect(lines.at(-1)).toBe('Ada 2500')
})

test('a page of damaged rows does not end a file', async () => {
  const lines = await readAll((id) => id > 1000 && id <= 2000)
  expect(lines).toHaveLength(1500)
  expect(lines.at(-1)).toBe('Ada 2500')
})
