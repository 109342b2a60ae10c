import { expect, test } from 'vitest'
import { groupSources } from './source-groups.ts'

test('a source with several campaigns is one row', () => {
  const row = (source: string | null, campaign: string | null, sessions: number) => ({
    source,
    campaign,
    sessions,
    visitors: sessions,
    views: sessions,
    medium: null,
    bounceRate: null,
    sessionsBefore: 1,
  })
  const rows = [row('letter', 'a', 2), row('letter', 'b', 3), row(null, null, 4)]
  expect(groupSources(rows, 'source')).toEqual([
    { name: 'letter', sessions: 5, views: 5, sessionsBefore: 2 },
    { name: null, sessions: 4, views: 4, sessionsBefore: 1 },
  ])
})
