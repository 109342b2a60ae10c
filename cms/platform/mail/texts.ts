/** The texts of a mail that staff can change. `{name}` stands for a value; see `MailText`. */
export type MailWords = {
  subject: string
  heading: string
  /** The text before the button or the code. Each line is a paragraph. */
  opening: string
  /** The small print at the end: why the mail was sent, and what to do if it was not requested. */
  closing: string
}
export type MailPart = keyof MailWords
/** The parts that staff have written; null or undefined where the default text is used. */
export type WrittenParts = Partial<Record<MailPart, string | null>>

export const mailParts: Record<MailPart, { label: string; maxLength: number }> = {
  subject: { label: 'Subject', maxLength: 150 },
  heading: { label: 'Headline', maxLength: 60 },
  opening: { label: 'Opening words', maxLength: 2000 },
  closing: { label: 'Closing words', maxLength: 1000 },
}
export const mailPartNames = Object.keys(mailParts) as MailPart[]

type Placeholder = {
  /** A description of the value, for staff. */
  is: string
  /** The part that must contain the placeholder, and why. */
  required?: { in: MailPart; why: string }
}

/** A mail whose texts staff can change. Staff cannot change its button or code. */
export type MailText = {
  /** Unique over all features; also the key of the mail's sample. */
  key: string
  defaultText: MailWords
  /** In addition to `{venue}`, which every mail has. */
  placeholders: Record<string, Placeholder>
}

const venue: Placeholder = { is: 'the name of the house' }

/** The placeholders of a mail by name. */
export const placeholdersOf = ({ placeholders }: MailText): Record<string, Placeholder> => ({
  venue,
  ...placeholders,
})

const listInBraces = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.map((name) => `{${name}}`))

/** Checks a text of a mail. @returns a message for staff, or null */
export function problemIn(text: MailText, part: MailPart, words: unknown): string | null {
  const { label, maxLength } = mailParts[part]
  if (typeof words !== 'string' || !words.trim()) {
    return 'Write something here, or go back to the delivered wording.'
  }
  if (words.length > maxLength) return `${label} may have at most ${maxLength} characters.`
  const isLine = part === 'subject' || part === 'heading'
  if (/\p{Cc}/u.test(isLine ? words : words.replace(/[\r\n\t]/g, ''))) {
    return isLine ? `${label} is one line.` : `${label} contains a control character.`
  }
  const known = placeholdersOf(text)
  const names = Object.keys(known)
  const stray = [...words.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !names.includes(name))
  if (stray) return `There is no ${stray[0]} in this mail. Write ${listInBraces(names)}.`
  if (/[{}]/.test(words.replaceAll(/\{[^{}]*\}/g, ''))) {
    return `A brace is missing. Write ${listInBraces(names)}.`
  }
  for (const [name, { required }] of Object.entries(known)) {
    if (required?.in !== part || words.includes(`{${name}}`)) continue
    return `{${name}} is missing: ${required.why}`
  }
  return null
}

/** Whether staff have changed a default text. */
export const isReworded = ({ defaultText }: MailText, written: WrittenParts = {}): boolean =>
  mailPartNames.some((part) => (written[part] ?? defaultText[part]) !== defaultText[part])
