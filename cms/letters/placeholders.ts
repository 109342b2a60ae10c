import { placeholderNames } from '../content/placeholders.ts'
import type { WrittenLetter } from './contract.ts'
import { braced } from './rules.ts'

/** What asks for the reader’s name, and may say another word for those whose name we don’t know. */
export const asksName = /\{name(?:\|([^{}|]{0,60}))?\}/g

/** The first placeholder of a letter that there is none like: its readers would read it as typed. */
export function strayPlaceholder({ subject, preheader, body }: WrittenLetter): string | null {
  for (const text of [subject, preheader ?? '', ...textsIn(body)]) {
    for (const [typed, name] of text.replace(asksName, ' ').matchAll(braced)) {
      if (typed !== `{${name}}` || !placeholderNames.includes(name ?? '')) return typed
    }
  }
  return null
}

/** The same in words, for whoever wrote it. */
export const straySaid = (typed: string): string =>
  `${typed} is no placeholder: its readers would read it so. There are ${inBraces.join(', ')} and {name|friend}, with any other word for “friend”.`

const inBraces = ['name', ...placeholderNames].map((name) => `{${name}}`)

// What is read of a body: the words in it and on its buttons, in whatever state the editor has it.
function* textsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'string') yield* textsIn(value)
    else if (key === 'text' || key === 'label') yield value
  }
}
