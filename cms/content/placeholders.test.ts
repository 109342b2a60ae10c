import { describe, expect, test } from 'vitest'
import { fillIn } from '../http/fill-in.ts'
import { filledIn, placeholdersOf } from './placeholders.ts'

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
  ])('%j reads %j', (typed, read) => expect(fillIn(typed, placeholdersOf(venue))).toBe(read))

  test.each([
    '{n} beers on',
    '{Phone}',
    '{ phone }',
    '{}',
    '{phone',
    '{constructor} {toString} {__proto__}',
    '{contact.phone}',
  ])('%j is shown as typed', (typed) => expect(fillIn(typed, placeholdersOf(venue))).toBe(typed))

  test('inserts facts literally and only once', () => {
    const odd = { productName: '$& {phone} <b>', contact }
    expect(fillIn('[{product}]', placeholdersOf(odd))).toBe('[$& {phone} <b>]')
  })

  test('without street and postcode still has an address', () => {
    const nowhere = { ...venue, contact: { ...contact, street: '', postcode: '' } }
    expect(fillIn('{address}', placeholdersOf(nowhere))).toBe('Sheffield')
  })
})

test('the texts of a page are filled in, its own and those of every page', () => {
  const raw = { text: () => 'Ring {phone}', global: () => 'In {town}' }
  const texts = filledIn(raw, venue)
  expect(texts.text('help', 'body')).toBe('Ring 0114 496 0184')
  expect(texts.global('footer', 'note')).toBe('In Sheffield')
})
