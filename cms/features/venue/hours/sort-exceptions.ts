type Row = { id: string }
type SavedRow = { id?: string | null; date?: string | null }

/** A row with its position in the form. */
export type PlacedRow = { id: string; index: number }

/**
 * Sorts the exceptions to the opening hours for the form: coming exceptions by date, then new ones in the
 * order in which they were added. Rows are sorted by their saved date, so that no row moves while it is
 * edited.
 * @param today in the venue's time zone, `YYYY-MM-DD`
 * @returns `past` has the exceptions before today, newest first
 */
export function sortExceptions(
  rows: readonly Row[],
  saved: readonly SavedRow[],
  today: string,
): { coming: PlacedRow[]; past: PlacedRow[] } {
  const dates = new Map(saved.map(({ id, date }) => [id, date]))
  const dated = rows
    // New rows have no saved date and come last.
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
