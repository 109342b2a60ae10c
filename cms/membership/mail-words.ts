import type { Code } from '../mail/templates/CodeMail.tsx'
import type { House } from '../mail/templates/Layout.tsx'
import type { Purpose } from './codes.ts'

const headings: Record<Purpose, string> = {
  sign_in: 'Your code',
  link: 'Link your passkey',
  old_address: 'Is it you who moves?',
  new_address: 'Your new address',
}

const sentences: Record<Purpose, (name: string) => string> = {
  sign_in: (name) => `Type this code where you asked for it, and you are in ${name}.`,
  link: (name) => `Type this code where you asked for it, and your passkey opens ${name}.`,
  old_address: (name) =>
    `Somebody, you we hope, wants ${name} to know another address in the place of this one. It takes this code, and the one that went to the new address.`,
  new_address: (name) =>
    `Somebody, you we hope, wants this to be their address at ${name}. It takes this code, and the one that went to the old address.`,
}

/** Brings somebody a code. Nothing that a stranger wrote stands in it. */
export const codeWords = (house: House, purpose: Purpose, code: string): Code => ({
  house,
  subject: `${code} is your code for ${house.name}`,
  heading: headings[purpose],
  paragraphs: [
    sentences[purpose](house.name),
    'It is good for ten minutes, once, in the browser that asked for it.',
  ],
  code,
  note: 'Wasn’t you? Then do nothing, and tell nobody the code. We never ask for it.',
})
