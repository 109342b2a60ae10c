import type { SourceRow } from '../../reports/contract.ts'

export type SourceGroup = Pick<SourceRow, 'sessions' | 'views' | 'sessionsBefore'> & {
  name: string | null
}

/**
 * The sums of all rows with the same source, medium or campaign, ordered by visits. Visitors can't be added up, because
 * one visitor may come from several sources.
 */
export function groupSources(
  rows: readonly SourceRow[],
  by: 'source' | 'medium' | 'campaign',
): SourceGroup[] {
  const groups = new Map<string | null, SourceGroup>()
  for (const row of rows) {
    const name = row[by]
    const sum = groups.get(name)
    groups.set(name, {
      name,
      sessions: (sum?.sessions ?? 0) + row.sessions,
      views: (sum?.views ?? 0) + row.views,
      sessionsBefore:
        row.sessionsBefore === null ? null : (sum?.sessionsBefore ?? 0) + row.sessionsBefore,
    })
  }
  return [...groups.values()].sort((a, b) => b.sessions - a.sessions)
}
