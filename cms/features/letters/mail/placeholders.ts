import { placeholderNames } from '../../content/placeholders.ts'
import type { WrittenLetter } from '../contract.ts'
import { bracedWord } from '../rules.ts'

/** The placeholder of the reader's name, with an optional word for readers without a name. */
export const namePlaceholder = /\{name(?:\|([^{}|]{0,60}))?\}/g

/** The first unknown placeholder in a letter, which would be sent as typed; null if there is none. */
export function strayPlaceholder({ subject, preheader, body }: WrittenLetter): string | null {
  for (const text of [subject, preheader ?? '', ...textsIn(body)]) {
    for (const [typed, name] of text.replace(namePlaceholder, ' ').matchAll(bracedWord)) {
      if (typed !== `{${name}}` || !placeholderNames.includes(name ?? '')) return typed
    }
  }
  return null
}

/** The message for the writer of a letter with an unknown placeholder. */
export const describeStray = (typed: string): string =>
  `${typed} is no placeholder: its readers would read it so. There are ${inBraces.join(', ')} and {name|friend}, with any other word for “friend”.`

const inBraces = ['name', ...placeholderNames].map((name) => `{${name}}`)

// The texts of a body, including the labels of its buttons. The body may be incomplete, because it is being edited.
function* textsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'string') yield* textsIn(value)
    else if (key === 'text' || key === 'label') yield value
  }
}
