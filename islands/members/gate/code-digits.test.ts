import { expect, test } from 'vitest'
import { digitsOf } from './code-digits.ts'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  [' 123456\n', '123456'],
  ['１２３４５６', '123456'],
  ['123456 is your code for Common People', '123456'],
  ['On 21 November at 10:45: 123456', '123456'],
  ['12', '12'],
  ['12a4', '124'],
  ['1234567', '123456'],
  ['no digits', ''],
])('the text %j contains the code %j', (text, code) => {
  expect(digitsOf(text)).toBe(code)
})
