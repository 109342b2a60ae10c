import { expect, test } from 'vitest'
import { createMailTextFiller, wordingOf } from './mail-text-filler.ts'
import { isReworded, type MailPart, type MailText, problemIn } from './texts.ts'

const text: MailText = {
  key: 'code',
  defaultText: {
    subject: '{code} for {venue}',
    heading: 'A code',
    opening: 'Here.',
    closing: 'Bye.',
  },
  placeholders: { code: { is: 'the digits', required: { in: 'subject', why: 'phones show it.' } } },
}

test.each<[MailPart, unknown, RegExp]>([
  ['subject', 'Your code', /^\{code\} is missing: phones show it\.$/],
  [
    'subject',
    '{code} and {cod}',
    /^There is no \{cod\} in this mail\. Write \{venue\} or \{code\}\.$/,
  ],
  ['opening', 'At {Venue}', /no \{Venue\}/],
  ['opening', 'At { venue }', /no \{ venue \}/],
  ['opening', 'At {venue', /A brace is missing/],
  ['opening', 'At venue}', /A brace is missing/],
  ['opening', 'At {}', /no \{\}/],
  ['subject', '{code}\nBcc: all@venue.example', /one line/],
  ['opening', 'A\u0000', /control character/],
  ['closing', '  \n', /Write something/],
  ['closing', null, /Write something/],
  ['heading', 'x'.repeat(61), /at most 60/],
])('the part %s of a mail may not be %j', (part, words, problem) =>
  expect(problemIn(text, part, words)).toMatch(problem),
)

test('texts with the right placeholders are accepted', () => {
  expect(problemIn(text, 'subject', 'Dein Code: {code}')).toBeNull()
  expect(problemIn(text, 'opening', 'Hallo,\r\n\r\nwillkommen bei {venue}. {code}')).toBeNull()
})

const branding = { name: 'A {code} <b>Pub</b>', siteUrl: '', address: '', email: '' }

test('lines of a text become paragraphs, and placeholders in inserted values are not replaced', () => {
  const written = new Map([['code', { opening: 'Hallo,\r\n\r\n  bei {venue}.', subject: null }]])
  expect(createMailTextFiller(branding, written)(text, { code: '123456' })).toMatchObject({
    subject: '123456 for A {code} <b>Pub</b>',
    heading: 'A code',
    note: 'Bye.',
    paragraphs: ['Hallo,', 'bei A {code} <b>Pub</b>.'],
  })
})

test('texts that lack a required placeholder are replaced by the default ones', () => {
  const written = new Map([['code', { subject: 'A code', heading: 'Ein Code' }]])
  expect(wordingOf(text, written)).toEqual({ ...text.defaultText, heading: 'Ein Code' })
})

test('a mail counts as reworded if a part differs from the default text', () => {
  expect(isReworded(text)).toBe(false)
  expect(isReworded(text, { heading: 'A code', opening: null })).toBe(false)
  expect(isReworded(text, { heading: 'Ein Code' })).toBe(true)
})
