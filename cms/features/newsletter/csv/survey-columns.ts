import { isAddress } from '../../../platform/mail/rules.ts'
import { addressIn, type Columns, isHarmlessHeader, isReason, mayTellDeparture } from './columns.ts'
import { isMark, mayNameDeparture } from './signs.ts'

/**
 * A column that is not used and may say who has left, so that staff must decide about it. `values`: its most frequent
 * texts, those that name a departure first; `others`: how many more texts it has.
 */
export type DoubtfulColumn = {
  place: number
  filled: number
  values: { text: string; count: number }[]
  others: number
}

/** How many different texts of a column are counted. */
const maxTexts = 1000
const maxTextLength = 60
const maxShown = 8
/** A column with fewer cells that are filled may hold something about those who left. */
const sparseShare = 0.9
/** In a list with fewer rows a mark may be about those who left, even if no two rows have the same. */
const fewRows = 20

type Column = {
  place: number
  header: string
  filled: number
  texts: Map<string, number>
  isFull: boolean
  /** Whether any of its cells may name a departure. */
  names: boolean
  hasMark: boolean
  isPlain: boolean
}

/**
 * Looks at all rows of a file, to find the columns that may say who has left although they are not used: they name a
 * departure in their header or in any cell, have few different texts, or are filled for some rows only.
 */
export function createSurvey(header: readonly string[], columns: Columns) {
  let rows = 0
  const unused = header.flatMap((each, place): Column[] =>
    columns[place]
      ? []
      : [
          {
            place,
            header: each,
            filled: 0,
            texts: new Map(),
            isFull: false,
            names: false,
            hasMark: false,
            isPlain: true,
          },
        ],
  )
  return {
    add(cells: readonly string[]): void {
      rows++
      for (const each of unused) {
        const cell = cells[each.place] ?? ''
        if (cell && !isOwnReason(cell, each.place, header)) addCell(each, cell)
      }
    },
    doubtful: (): DoubtfulColumn[] => unused.filter((each) => isDoubtful(each, rows)).map(describe),
  }
}

function addCell(column: Column, cell: string): void {
  const text = shorten(cell)
  if (!text) return
  column.filled++
  const { texts } = column
  const count = texts.get(text)
  // Texts that are cut may differ in the rest.
  if (count && cell.length <= maxTextLength) {
    texts.set(text, count + 1)
    return
  }
  const names = mayNameDeparture(cell)
  column.names ||= names
  column.hasMark ||= isMark(text)
  column.isPlain &&= /^https?:/i.test(text) || isAddress(addressIn(cell))
  if (count || texts.size < (names ? maxTexts + maxShown : maxTexts))
    texts.set(text, (count ?? 0) + 1)
  else column.isFull = true
}

const shorten = (cell: string): string =>
  cell
    .slice(0, maxTextLength * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTextLength)

function isDoubtful(column: Column, rows: number): boolean {
  const { header, filled, texts, isFull, names, hasMark, isPlain } = column
  if (!filled) return false
  if (names) return true
  if (isHarmlessHeader(header)) return false
  const isSparse = filled < rows * sparseShare
  if (isPlain && !isSparse) return false
  const isFew = !isFull && texts.size <= filled / 2
  return isSparse || isFew || (rows < fewRows && hasMark) || mayTellDeparture(header)
}

function describe({ place, filled, texts }: Column): DoubtfulColumn {
  const values = [...texts].map(([text, count]) => ({
    text,
    count,
    names: mayNameDeparture(text),
  }))
  values.sort((one, other) => Number(other.names) - Number(one.names) || other.count - one.count)
  const shown = values.slice(0, maxShown).map(({ text, count }) => ({ text, count }))
  return { place, filled, values: shown, others: values.length - shown.length }
}

/** Whether a cell is a reason in a downloaded list of rejected rows: a sentence in its last column. */
export const isOwnReason = (cell: string, place: number, header: readonly string[]): boolean =>
  place === header.length - 1 &&
  isReason(header[place] ?? '') &&
  cell.length > 20 &&
  /[.?]\s*$/.test(cell)
