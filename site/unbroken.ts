const units = 'mm|cm|m|km|g|kg|ml|cl|l|A|V|W|kW|Hz|dB|px'
const streets = 'Street|Road|Lane|Yard|Avenue|Square|Place|Court|Row|Way|Hill|Gate|Terrace'

// Spaces in a match do not break.
const patterns = [
  /(?<![\d.,])[\d.,]+(?: × \d[\d.,]*)+/g,
  new RegExp(`\\d (?:${units})\\b`, 'g'),
  /(?:\+\d{1,3} |\b0)\d{2,4}(?: \d{3,4}){1,2}\b/g,
  new RegExp(`\\b\\d{1,4}[a-z]? (?=(?:[A-Z][\\w’-]* ){1,3}(?:${streets})\\b)`, 'g'),
  /\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}\b/g,
]

/** A text with non-breaking spaces in measures, phone numbers, house numbers and postcodes. */
export const unbroken = (text: string): string =>
  patterns.reduce(
    (result, pattern) => result.replace(pattern, (match) => match.replaceAll(' ', '\u00a0')),
    text,
  )
