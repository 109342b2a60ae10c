type Row = { id: string }
type Saved = { id?: string | null; date?: string | null }

/** A row of the form with its position there. */
export type PlacedRow = { id: string; index: number }

/**
 * The rows of exceptions in the order in which a form shows them: coming ones by date, then new ones in
 * the order in which they were added. Rows have the date that was saved last, so that no row moves
 * while it is edited.
 * @param today in the venue's time zone, `YYYY-MM-DD`
 * @returns `past` has the days before today, newest first
 */
export function sortExceptions(
  rows: readonly Row[],
  saved: readonly Saved[],
  today: string,
): { coming: PlacedRow[]; past: PlacedRow[] } {
  const dates = new Map(saved.map(({ id, date }) => [id, date]))
  const dated = rows
    // New ones come after all days.
    .map(({ id }, index) => ({ id, index, date: dates.get(id) || '9999' }))
    .sort((one, other) => one.date.localeCompare(other.date))
  const placed = ({ id, index }: PlacedRow): PlacedRow => ({ id, index })
  return {
    coming: dated.filter(({ date }) => date >= today).map(placed),
    past: dated
      .filter(({ date }) => date < today)
      .map(placed)
      .reverse(),
  }
}
