// Spreadsheets run cells that begin with these characters as formulas
// (https://owasp.org/www-community/attacks/CSV_Injection).
const risky = '=+\\-@\\t\\r\\n＝＋－＠'
// A cell may begin at these positions: a spreadsheet may split at semicolons or tabs instead of at commas.
const beginning = `(?<=^|[,;\\t\\r\\n"])`
const harmful = new RegExp(`${beginning}(?='*[${risky}])`, 'g')
const guarded = new RegExp(`${beginning}'(?='*[${risky}])`, 'g')

// Spreadsheets store these without their leading zeros, or as powers of ten without their last digits.
const digits = '0\\d+|\\d{12,}'
// Spreadsheets store these in another form: as numbers, days, times or truth values.
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const rewritten = [
  '\\d[\\d., ]*%?',
  '\\d+(?:[.,]\\d+)?e[+-]?\\d+',
  '\\d{1,4} ?[/.-] ?\\d{1,2}(?: ?[/.-] ?\\d{1,4})?\\.?',
  `\\d{1,2}\\.?[ -]?${month}(?:[ -]\\d{2,4})?`,
  `${month}[ -]\\d{1,4}(?:, ?\\d{4})?`,
  '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?',
  'true|false',
].join('|')
const isDigits = new RegExp(`^'*(?:${digits})$`)
const isRewritten = new RegExp(`^'*(?:${digits}|${rewritten})$`, 'i')

/**
 * Puts an apostrophe before text that a spreadsheet might run as a formula, and before digits of which it would lose
 * some.
 */
export function guardCell(text: string): string {
  const safe = text.replace(harmful, "'")
  // A text that already looks guarded gets another apostrophe, so that reading restores it.
  const looksGuarded = safe.startsWith("'") && isRewritten.test(safe)
  return isDigits.test(safe) || looksGuarded ? `'${safe}` : safe
}

/** Like `guardCell`, for cells that are never numbers: a spreadsheet changes none of them. */
export function guardText(text: string): string {
  const safe = text.replace(harmful, "'")
  return isRewritten.test(safe) ? `'${safe}` : safe
}

/** Undoes `guardCell` and `guardText`. */
export function bareCell(cell: string): string {
  const isGuarded = cell.startsWith("'") && isRewritten.test(cell)
  return (isGuarded ? cell.slice(1) : cell).replace(guarded, '')
}
