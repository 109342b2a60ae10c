import type { Column } from './columns.ts'

/** A cell that can't be taken; the message is for staff. */
export class UnfitCellError extends Error {
  override name = 'UnfitCell'
  /** The column and its invalid text, such as `birthday “31/02”`. */
  readonly cell: string
  /** What the cell contains besides the invalid text. */
  readonly rest: unknown

  constructor(message: string | undefined, column: Column, text: string, rest?: unknown) {
    super(message)
    this.cell = describeCell(column, text)
    this.rest = rest
  }
}

const maxQuotedLength = 60

/** @param column the name of a column, perhaps as the file has it */
export function describeCell(column: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!line) return `${column} is empty`
  return `${column} “${line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line}”`
}
