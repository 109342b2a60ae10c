import { describe, expect, test } from 'vitest'
import { describeStray, strayPlaceholder } from './placeholders.ts'

const letter = (subject: string, text = '', label = '') => ({
  subject,
  preheader: null,
  body: {
    root: {
      type: 'root',
      children: [
        { type: 'paragraph', children: [{ type: 'text', text }] },
        { type: 'block', fields: { blockType: 'button', label, url: '/{url}' } },
      ],
    },
  },
})

describe('no unknown placeholder is found', () => {
  test.each([
    '{name}, {name|neighbour}, {name| dear  guest }, {name|}',
    '{phone} {email} {address} {town} {product}',
    'a {set of} braces, { name }, {1}, {2 for 1}, {}, {:}, {{}}, name}',
  ])('in %j', (text) => expect(strayPlaceholder(letter(text, text, text))).toBeNull())
})

describe('an unknown placeholder is found', () => {
  test.each([
    ['Hi {nmae}, {Name} {birthday}', '{nmae}'],
    ['{name}, {Name}', '{Name}'],
    ['{first_name}', '{first_name}'],
    ['{prénom}', '{prénom}'],
    ['{phone|none}', '{phone|none}'],
    ['{name|a|b}', '{name|a|b}'],
    ['{naem|friend}', '{naem|friend}'],
    ['{constructor}', '{constructor}'],
  ])('in %j: %s', (text, stray) => {
    expect(strayPlaceholder(letter(text))).toBe(stray)
    expect(strayPlaceholder({ ...letter(''), preheader: text })).toBe(stray)
    expect(strayPlaceholder(letter('', text))).toBe(stray)
    expect(strayPlaceholder(letter('', '', text))).toBe(stray)
  })
})

test('the message lists the known placeholders', () => {
  expect(describeStray('{nmae}')).toMatch(/^\{nmae\} is no placeholder: .*\{name\}, \{product\}, /)
})
