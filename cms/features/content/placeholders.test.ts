import { describe, expect, test } from 'vitest'
import { fillIn } from '../../platform/http/texts/fill-in.ts'
import { fillInTexts, placeholdersOf, withoutMissingFacts } from './placeholders.ts'

const contact = {
  street: 'The Old Tram Shed\n14 Canteen Yard',
  locality: 'Sheffield',
  postcode: 'S3 8XX',
  country: 'GB',
  latitude: null,
  longitude: null,
  phone: '0114 496 0184',
  email: 'hello@venue.example',
  mapUrl: '',
}
const venue = { productName: 'Common People', contact }

describe('a text', () => {
  test.each([
    ['Ring {phone} or write to {email}.', 'Ring 0114 496 0184 or write to hello@venue.example.'],
    ['{product}\n{address}', 'Common People\nThe Old Tram Shed, 14 Canteen Yard, Sheffield S3 8XX'],
    ['{product}, {town}: {product}', 'Common People, Sheffield: Common People'],
    ['No fact at all', 'No fact at all'],
    ['', ''],
  ])('%j is shown as %j', (typed, shown) =>
    expect(fillIn(typed, placeholdersOf(venue))).toBe(shown),
  )

  test.each([
    '{n} beers on',
    '{Phone}',
    '{ phone }',
    '{}',
    '{phone',
    '{constructor} {toString} {__proto__}',
    '{contact.phone}',
  ])('%j is shown as typed', (typed) => expect(fillIn(typed, placeholdersOf(venue))).toBe(typed))

  test('contains facts literally: placeholders in a fact are not replaced', () => {
    const odd = { productName: '$& {phone} <b>', contact }
    expect(fillIn('[{product}]', placeholdersOf(odd))).toBe('[$& {phone} <b>]')
  })

  test('shows the rest of the address if street and postcode are missing', () => {
    const nowhere = { ...venue, contact: { ...contact, street: '', postcode: '' } }
    expect(fillIn('{address}', placeholdersOf(nowhere))).toBe('Sheffield')
  })
})

test('placeholders are replaced in texts of the page and in texts of every page', () => {
  const raw = { text: () => 'Ring {phone}', global: () => 'In {town}' }
  const texts = fillInTexts(raw, venue)
  expect(texts.text('help', 'body')).toBe('Ring 0114 496 0184')
  expect(texts.global('footer', 'note')).toBe('In Sheffield')
})

test.each([
  ['{product}, {town}', '{product}'],
  ['Cafe – {product}, {town}', 'Cafe – {product}'],
  ['What’s on at {product} in {town}.', 'What’s on at {product}.'],
  ['Ring {phone}.', ''],
  ['Ring or write:\n{phone}\n{email}', ''],
  ['We are:\n{product}\n{address}\n{email}', 'We are:\n{product}'],
  ['Nothing missing: here', 'Nothing missing: here'],
])('of the fallback text %j a venue without contact shows %j', (text, shown) => {
  const contact = { street: '', locality: '', postcode: '', phone: '', email: '' }
  const nowhere = { productName: 'Przystań', contact: { ...venue.contact, ...contact } }
  expect(withoutMissingFacts(text, nowhere)).toBe(shown)
})
