import { placeholderNames } from '../content/placeholders.ts'
import type { WrittenLetter } from './contract.ts'
import { braced } from './rules.ts'

/** The placeholder of the reader's name, with an optional word for readers without one. */
export const namePlaceholder = /\{name(?:\|([^{}|]{0,60}))?\}/g

/** The first unknown placeholder in a letter. It would be sent as typed. */
export function strayPlaceholder({ subject, preheader, body }: WrittenLetter): string | null {
  for (const text of [subject, preheader ?? '', ...textsIn(body)]) {
    for (const [typed, name] of text.replace(namePlaceholder, ' ').matchAll(braced)) {
      if (typed !== `{${name}}` || !placeholderNames.includes(name ?? '')) return typed
    }
  }
  return null
}

/** Tells the writer of a letter that a placeholder is unknown. */
export const describeStray = (typed: string): string =>
  `${typed} is no placeholder: its readers would read it so. There are ${inBraces.join(', ')} and {name|friend}, with any other word for “friend”.`

const inBraces = ['name', ...placeholderNames].map((name) => `{${name}}`)

// The texts of a body and of its buttons. While a body is being edited, it may be incomplete.
function* textsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'string') yield* textsIn(value)
    else if (key === 'text' || key === 'label') yield value
  }
}
