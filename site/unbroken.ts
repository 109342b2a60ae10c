import { LRUCache } from 'lru-cache'

const units = 'mm|cm|m|km|g|kg|ml|cl|l|A|V|W|kW|Hz|dB|px'
const streets = 'Street|Road|Lane|Yard|Avenue|Square|Place|Court|Row|Way|Hill|Gate|Terrace'

// Spaces in a match become non-breaking.
const patterns = [
  /(?<![\d.,])[\d.,]+(?: × \d[\d.,]*)+/g,
  new RegExp(`\\d (?:${units})\\b`, 'g'),
  /(?:\+\d{1,3} |\b0)\d{2,4}(?: \d{3,4}){1,2}\b/g,
  new RegExp(`\\b\\d{1,4}[a-z]? (?=(?:[A-Z][\\w’-]* ){1,3}(?:${streets})\\b)`, 'g'),
  /\b[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}\b/g,
]

// Results are cached, because a page has the same texts every time it is rendered.
const cache = new LRUCache<string, string>({ max: 5000 })

/** A text with non-breaking spaces in measures, phone numbers, house numbers and postcodes. */
export function unbroken(text: string): string {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const made = patterns.reduce(
    (result, pattern) => result.replace(pattern, (match) => match.replaceAll(' ', '\u00a0')),
    text,
  )
  cache.set(text, made)
  return made
}
