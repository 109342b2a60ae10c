import { describe, expect, test } from 'vitest'
import { maskEmailAddresses, maskPersonal } from './personal.ts'

describe('personal data in a text', () => {
  test.each([
    ['an email address', 'Hello ada@venue.example!', 'Hello *'],
    ['an escaped email address', '/x/ada%40venue.example', '/x/*'],
    ['an email address that was escaped twice', 'ada%2540venue.example', '*'],
    ['an email address with a full-width @', 'ada＠venue.example', '*'],
    ['a UUID', '/x/f47ac10b-58cc-4372-a567-0e02b2c3d479/y', '/x/*/y'],
    ['a token in Base64', 'a dGhpc2lzYXRva2VuMTIzNA b', 'a * b'],
    ['a token in hexadecimal digits', '0123456789abcdef0a1b2c3d', '*'],
    ['a number', 'Order 441234567890', 'Order *'],
  ])('is masked: %s', (_, text, masked) => expect(maskPersonal(text)).toBe(masked))

  test.each([
    'Cafe – Common People',
    '/letters/the-november-letter-2026-with-23rd-of-beers',
    '/unsubscribe/[redacted]',
    'Beer @ the Hall',
    'Donaudampfschifffahrtsgesellschaft',
    'astro-j7pv25f6',
    'letter-123456',
    'l.facebook.com',
  ])('is not found in “%s”', (text) => expect(maskPersonal(text)).toBe(text))
})

test('only email addresses are masked in a user agent', () => {
  const agent = 'Mozilla/5.0 (X11) HeadlessChrome/140.0.0.0 1234567890'
  expect(maskEmailAddresses(`${agent} (me@bot.example)`)).toBe(`${agent} *`)
})

test('masking very long texts does not take long', () => {
  for (const text of ['a'.repeat(50_000), 'a%25'.repeat(20_000), 'a1'.repeat(25_000)]) {
    maskPersonal(text)
  }
})
