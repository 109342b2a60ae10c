import { expect, test } from 'vitest'
import { mailboxOf, maskedAddress, parseAddress } from './address.ts'

test.each([
  ['ada@venue.example', 'ada@venue.example'],
  ['  Ada.Lovelace+News@Venue.Example\n', 'ada.lovelace+news@venue.example'],
  // Composed and decomposed characters are equal.
  ['jose\u0301@venue.example', 'jos\u00e9@venue.example'],
  ['post@b\u00fccher.example', 'post@xn--bcher-kva.example'],
  ['post@XN--BCHER-KVA.example', 'post@xn--bcher-kva.example'],
  ['\u7528\u6237@\u4f8b\u5b50.\u5e7f\u544a', '\u7528\u6237@xn--fsqu00a.xn--4rr70v'],
  ["o'neill@venue.example", "o'neill@venue.example"],
])('%j is normalised to %j', (given, address) => expect(parseAddress(given)).toBe(address))

test.each([
  '',
  'ada',
  '@venue.example',
  'ada@',
  'ada@venue',
  'ada@venue..example',
  'ada@-venue.example',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@[::1]',
  'ada@venue.example:25',
  'ada@venue.example/path',
  'ada@ven%75e.example',
  'ada@venue.example\r\nBcc: all@venue.example',
  'ada@venue.example, bob@venue.example',
  'Ada <ada@venue.example>',
  'a b@venue.example',
  '.ada@venue.example',
  'ada..b@venue.example',
  'ada@bob@venue.example',
  'a\u200bda@venue.example',
  'ada\u0000@venue.example',
  `${'a'.repeat(65)}@venue.example`,
  `${'a'.repeat(60)}@${'b'.repeat(200)}.example`,
])('%j is not an address', (given) => expect(parseAddress(given)).toBeNull())

test('maskedAddress shows only the first letter of the local part', () => {
  expect(maskedAddress('ada@venue.example')).toBe('a…@venue.example')
})

test.each([
  ['ada@venue.example', 'ada@venue.example'],
  ['ada+news+more@venue.example', 'ada@venue.example'],
  ['+news@venue.example', '+news@venue.example'],
  ['a.da@venue.example', 'a.da@venue.example'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.d-a_b+x@pm.me', 'adab@proton.me'],
  ['ada@me.com', 'ada@icloud.com'],
  ['a-d.a@ya.ru', 'ada@yandex.com'],
  ['any+thing@ada.fastmail.com', 'ada@fastmail.com'],
  ['ada-shop@yahoo.com', 'ada@yahoo.com'],
  ['ada-news-more@yahoo.co.uk', 'ada@yahoo.co.uk'],
  ['ada+x-y@ymail.com', 'ada@ymail.com'],
  ['-@yahoo.com', '-@yahoo.com'],
  ['ada-bell@yahoo.venue.example', 'ada-bell@yahoo.venue.example'],
  ['ada-bell@venue.example', 'ada-bell@venue.example'],
])('the address %s belongs to the mailbox %s', (address, mailbox) =>
  expect(mailboxOf(address)).toBe(mailbox),
)
