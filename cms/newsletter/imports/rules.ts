/** Largest file of a list: about half a million rows with the wording of their consents. */
export const maxImportBytes = 128 * 1024 * 1024

/**
 * - `receiving`: the file is being uploaded
 * - `reading`: the rows are evaluated; nothing changes
 * - `refused`: the file can't be read, or the import failed
 * - `ready`: the outcome is known
 * - `doing`: the changes are made
 * - `done`
 */
export const importStates = ['receiving', 'reading', 'refused', 'ready', 'doing', 'done'] as const
export type ImportState = (typeof importStates)[number]

/**
 * The outcome of a row of a list:
 * - `joins`: becomes active, with the consent that the list states
 * - `asks`: no consent is known; they are asked for it or left out
 * - `changes`, `same`: known, with or without other details
 * - `stops`: active, and the list says that they get no letters
 * - `noted`: unknown, and gets no letters; stored so that nobody writes to them by mistake
 * - `rejected`: with a reason
 */
export const verdicts = ['joins', 'asks', 'changes', 'same', 'stops', 'noted', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

const sameAddress = 'The same address stands in row '
/** The reason for rejecting a row whose address an earlier row has. */
export const duplicateOf = (row: number): string => `${sameAddress}${row} already.`
/** The reason for rejecting it again in a list of rejected rows, which lacks that earlier row. */
export const wasDuplicate =
  'The same address stood in an earlier row of the first list. Empty this cell to import this row as a change.'
export const isDuplicate = (reason: string): boolean =>
  reason.startsWith(sameAddress) || reason === wasDuplicate
