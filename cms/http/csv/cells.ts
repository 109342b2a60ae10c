// Spreadsheets run cells that begin with these characters as formulas
// (https://owasp.org/www-community/attacks/CSV_Injection).
const risky = '=+\\-@\\t\\r\\n＝＋－＠'
// A cell may begin at these positions: a spreadsheet may split at semicolons or tabs instead of at commas.
const beginning = `(?<=^|[,;\\t\\r\\n"])`
const harmful = new RegExp(`${beginning}(?='*[${risky}])`, 'g')
const guarded = new RegExp(`${beginning}'(?='*[${risky}])`, 'g')

/** Puts an apostrophe before text that a spreadsheet might run as a formula. */
export const guardCell = (text: string): string => text.replace(harmful, "'")

/** Undoes `guardCell`. */
export const bareCell = (cell: string): string => cell.replace(guarded, '')
