import { addressIn, headingsIn, isReason } from './columns.ts'

/** How many rows are searched for the header. */
export const maxSearchedRows = 200
const maxTested = 1000
/** No file has more columns. A row may have millions of cells. */
const maxTestedCells = 300

/** Whether a cell holds an address, or several, also if they are mistyped. */
function holdsAddress(cell: string): boolean {
  if (cell.length > maxTested || !cell.includes('@')) return false
  const parts = addressIn(cell).split(/[\s,;]+/)
  return parts.every((each) => /.@./.test(each))
}

/** Whether a row holds an address in a cell of its own. */
export const hasAddress = (cells: readonly string[]): boolean => cells.some(holdsAddress)

/**
 * Finds the row with the headings: one that names a column of addresses, or else the one directly above the first row
 * with an address. Reports and spreadsheets often have titles above it.
 * @param records the first rows of a file
 * @returns its place; null if the first row holds an address already, so that the file has no header
 */
export function findHeader(records: readonly (readonly string[])[]): number | null {
  const rows = records.map((each) => each.slice(0, maxTestedCells))
  const first = rows.findIndex(hasAddress)
  const named = rows.flatMap((cells, place) => {
    const headings = headingsIn(cells)
    const known = headings.filter(Boolean).length
    const isOwn = isOwnHeading(cells)
    const at = headings.indexOf('email')
    if (hasAddress(cells) || (at < 0 && !isOwn)) return []
    const isAbove = first < 0 || place < first
    // Below a title with an address, such as the one of whom the list comes from.
    const isBelow =
      at >= 0 &&
      holdsAddress(rows[place + 1]?.[at] ?? '') &&
      !rows.slice(0, place).some((each) => holdsAddress(each[at] ?? ''))
    return isAbove || isBelow ? [{ place, known: isOwn ? cells.length : known }] : []
  })
  const most = Math.max(0, ...named.map(({ known }) => known))
  // Of two rows with as many headings the lower one is nearer to its cells, unless it is a row of the list itself.
  const best = named.filter(({ known }) => known === most)
  const chosen = best.findLast(({ place }) => place === first - 1) ?? best[0]
  if (chosen) return chosen.place
  if (first < 0) return 0
  return first ? first - 1 : null
}

/** Whether these are the headings of a downloaded list of rejected rows. */
const isOwnHeading = (cells: readonly string[]): boolean =>
  cells.length > 1 && isReason(cells.at(-1) ?? '')
