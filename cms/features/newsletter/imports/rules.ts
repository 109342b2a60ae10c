/** Maximum size of a file: about half a million rows with the wording of their consents. */
export const maxImportBytes = 128 * 1024 * 1024

/**
 * - `receiving`: the file is being uploaded
 * - `reading`: the rows are evaluated; nothing changes
 * - `refused`: the file can't be read, or the import failed
 * - `ready`: all rows are evaluated; staff can start the import
 * - `doing`: the changes are being made
 * - `done`: all changes were made
 */
export const importStates = ['receiving', 'reading', 'refused', 'ready', 'doing', 'done'] as const
export type ImportState = (typeof importStates)[number]

/**
 * The outcome of a row of a list:
 * - `joins`: becomes active, with the consent that the list states
 * - `asks`: no consent is known; a mail asks for it, or the row is left out
 * - `changes`: a known subscriber with other details
 * - `same`: a known subscriber without changes
 * - `stops`: an active subscriber who gets no letters according to the list
 * - `noted`: an unknown address that gets no letters according to the list; stored to prevent mails to it
 * - `rejected`: the row is not imported, for a stated reason
 */
export const verdicts = ['joins', 'asks', 'changes', 'same', 'stops', 'noted', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

const sameAddress = 'The same address stands in row '
/** The reason for rejecting a row with the same address as an earlier row. */
export const duplicateReason = (row: number): string => `${sameAddress}${row} already.`
/** The reason for rejecting a row if a later row with the same address says that they get no letters. */
export const departureReason = (row: number): string =>
  `Row ${row} with the same address says that they get no letters.`
/**
 * The reason for rejecting a duplicate that staff import again with the downloaded list of rejected rows.
 * That list does not contain the earlier row.
 */
export const reimportedDuplicateReason =
  'The same address stood in an earlier row of the first list. Empty this cell to import this row as a change.'
export const isDuplicateReason = (reason: string): boolean =>
  reason.startsWith(sameAddress) || reason === reimportedDuplicateReason
/** The reason for rejecting a row if a cell of a column that is not used says that they get no letters. */
export const doubtReason =
  'A column that is not used says that they get no letters. Say what that column holds, or empty the cell.'
/** The reason for rejecting a row of an import that began when nobody was to be added. */
export const undecidedReason =
  'Of a column of the list nobody has said whether it tells who has left. Import this row again.'
