import { expect, test } from 'vitest'
import { mediansOf } from './overview.ts'
import type { PreparedReport } from './prepare.ts'

test('with a filter that needs single visits, the median time is not compared with days whose visits are deleted', async () => {
  const compared = { from: '2025-10-01', to: '2025-10-07' }
  const prepared = {
    compared,
    today: '2026-11-23',
    filters: { source: 'google.com' },
    notes: [] as string[],
  }
  expect(await mediansOf(prepared as unknown as PreparedReport, compared, 'all')).toBeNull()
  expect(prepared.notes).toEqual([expect.stringContaining('before 23 Oct 2025 is not known')])
})
