// A spreadsheet takes a cell that begins so for a formula, or for a command
// (https://owasp.org/www-community/attacks/CSV_Injection).
const risky = '=+\\-@\\t\\r\\n＝＋－＠'
// Where a spreadsheet that splits cells elsewhere than we do would begin one.
const beginning = `(?<=^|[,;\\t\\r\\n"])`
const harmful = new RegExp(`${beginning}(?='*[${risky}])`, 'g')
const guarded = new RegExp(`${beginning}'(?='*[${risky}])`, 'g')

/** A text as a cell that no spreadsheet computes: an apostrophe stands before what it might. */
export const guardCell = (text: string): string => text.replace(harmful, "'")

/** The text that `guardCell` made a cell of. */
export const bareCell = (cell: string): string => cell.replace(guarded, '')
