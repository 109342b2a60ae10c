import { parse } from 'csv-parse/sync'
import { isAddress } from '../../../platform/mail/rules.ts'
import { UnreadableFileError } from './encoding.ts'
import { maxSearchedRows } from './find-header.ts'

/** How much text a cell that is open may contain, in characters. */
const maxOpenLength = 4 * 1024 * 1024

/** A longer record is no header. */
const maxHeaderLength = 64 * 1024

type Line = { text: string; end: string; number: number }

/** A record of the file. `record`: its place, counted without empty lines; the header is 0. */
export type QuoteNote = {
  record: number
  line: number
  /**
   * `unclosed`: the quotation mark was taken out. `doubtful`: a cell of the record contains lines with addresses, so a
   * quotation mark may be missing.
   */
  kind: 'unclosed' | 'doubtful'
}

/**
 * Takes quotation marks that are opened and never closed out of a CSV file, because they would make one cell of all
 * lines up to the next quotation mark. A mark is not closed in its line if a line below, while the cell is open, is a
 * whole row by itself: it has the number of cells of the header, and one of them is an address.
 * @param onNote called before the text of the record is returned
 * @throws UnreadableFile if a cell is open at the end of the file
 */
export async function* closeQuotes(
  text: AsyncIterable<string>,
  separator: string,
  onNote: (note: QuoteNote) => void,
): AsyncGenerator<string> {
  const source = linesOf(text)
  // Lines to be read again, the next one last: an open cell may have a hundred thousand lines.
  const again: Line[] = []
  let open: Line[] = []
  let openLength = 0
  // The last quotation mark that opens a cell: its line in `open`, and its place in the line.
  let opening = { line: 0, at: 0 }
  let record = 0
  // The most cells above the first record with an address: a title has fewer than the header.
  let columnCount = 0
  let isHeaderPast = false
  let isDoubtful = false
  const next = async (): Promise<Line | null> =>
    again.pop() ?? ((await source.next()).value as Line | undefined) ?? null

  const removeQuote = () => {
    const lines = open.map((each, index) =>
      index === opening.line
        ? { ...each, text: each.text.slice(0, opening.at) + each.text.slice(opening.at + 1) }
        : each,
    )
    onNote({ record, line: lines[opening.line]?.number ?? 0, kind: 'unclosed' })
    for (const each of lines.reverse()) again.push(each)
    open = []
  }

  for (let line = await next(); ; line = await next()) {
    const [first] = open
    if (!line) {
      if (!first) return
      // With a single line nothing else is in the cell.
      if (open.length > 1) throw unclosed(record, open[opening.line]?.number ?? first.number)
      removeQuote()
      continue
    }
    if (first && columnCount && isRow(line.text, separator, columnCount)) {
      again.push(line)
      removeQuote()
      continue
    }
    const scanned = scan(line.text, separator, first !== undefined)
    if (!first) {
      openLength = 0
      isDoubtful = false
    }
    if (scanned.opening !== null) opening = { line: open.length, at: scanned.opening }
    if (scanned.isOpen) {
      if (first) isDoubtful ||= hasAddressCell(line.text, separator)
      open.push(line)
      openLength += line.text.length
      if (openLength > maxOpenLength) throw unclosed(record, (first ?? line).number)
      continue
    }
    const whole = [...open, line]
    open = []
    const content = whole.map((each) => each.text + each.end).join('')
    // The parser skips empty lines.
    if (whole.every((each) => !each.text)) {
      yield content
      continue
    }
    if (isDoubtful && first) onNote({ record, line: first.number, kind: 'doubtful' })
    if (!isHeaderPast) {
      const isLong = content.length > maxHeaderLength
      const cells = (isLong ? null : cellsOf(content, separator)) ?? []
      isHeaderPast = isLong || record >= maxSearchedRows || hasAddress(cells)
      columnCount = isHeaderPast && columnCount ? columnCount : Math.max(columnCount, cells.length)
    }
    record++
    yield content
  }
}

const unclosed = (record: number, line: number) =>
  new UnreadableFileError(
    `A quotation mark in row ${record + 1} (line ${line}) is opened and never closed, so the rest of the file is one cell. Close it or delete it, and choose the file again.`,
  )

/**
 * Follows the quotation marks of a line, as the parser does.
 * @returns whether a cell is open at the end of the line, and where the last quotation mark is that opens a cell
 */
function scan(
  text: string,
  separator: string,
  wasOpen: boolean,
): { isOpen: boolean; opening: number | null } {
  let isOpen = wasOpen
  let isStart = !wasOpen
  let opening: number | null = null
  if (!text.includes('"')) return { isOpen, opening }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isOpen && sign === '"' && text[at + 1] === '"') at++
    else if (isOpen && sign === '"') isOpen = false
    else if (isStart && sign === '"') {
      isOpen = true
      opening = at
    }
    isStart = !isOpen && sign === separator
  }
  return { isOpen, opening }
}

/** The cells of one line; null if its quotation marks are not in order. */
function cellsOf(text: string, separator: string): string[] | null {
  try {
    const [cells = null] = parse(text, { delimiter: separator, relax_column_count: true })
    return cells as string[] | null
  } catch {
    return null
  }
}

const hasAddress = (cells: string[]) => cells.some((each) => isAddress(each.trim()))

function isRow(text: string, separator: string, columnCount: number): boolean {
  if (!text.includes('@')) return false
  const { isOpen, opening } = scan(text, separator, false)
  const at = isOpen && opening !== null ? opening : text.length
  // The row may lack a closing quotation mark too. A mark before a separator is rather the end of the open cell.
  if (isOpen && !/^[\p{L}\p{N}]/u.test(text.slice(at + 1))) return false
  const cells = cellsOf(text.slice(0, at) + text.slice(at + 1), separator)
  return cells?.length === columnCount && hasAddress(cells)
}

const hasAddressCell = (text: string, separator: string): boolean =>
  text.includes('@') && text.includes(separator) && hasAddress(text.split(separator))

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = ''
  let number = 0
  for await (const part of text) {
    const ends = /\r\n|\n|\r(?!$)/g
    // What is left of earlier parts contains no end of a line, except perhaps at its end.
    ends.lastIndex = Math.max(0, rest.length - 1)
    rest += part
    let from = 0
    for (let end = ends.exec(rest); end; end = ends.exec(rest)) {
      yield { text: rest.slice(from, end.index), end: end[0], number: ++number }
      from = end.index + end[0].length
    }
    rest = rest.slice(from)
    if (rest.length <= maxOpenLength) continue
    yield { text: rest, end: '', number: number + 1 }
    rest = ''
  }
  const [, last = '', end = ''] = /^([^\r]*)(\r?)$/s.exec(rest) ?? []
  if (rest) yield { text: last, end, number: ++number }
}
