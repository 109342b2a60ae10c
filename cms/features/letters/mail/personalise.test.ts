import { describe, expect, test } from 'vitest'
import {
  joinPieces,
  linkMark,
  nameForMail,
  piecesOf,
  replaceNamePlaceholders,
  subjectForReaders,
  unsubscribeMark,
  withFallbackNames,
  withoutMarks,
} from './personalise.ts'

const read = (text: string, name: string | null) =>
  joinPieces(piecesOf(replaceNamePlaceholders(text)), (place) =>
    place.kind === 'name' ? (name ?? place.fallback) : `<${place.kind}>`,
  )

describe('a name placeholder', () => {
  test.each([
    ['Hello {name}!', 'Mo', 'Hello Mo!'],
    ['Hello {name}!', null, 'Hello friend!'],
    ['Hello {name|neighbour}!', null, 'Hello neighbour!'],
    ['Hello {name| dear  guest }!', null, 'Hello dear guest!'],
    ['Hello {name|}!', null, 'Hello friend!'],
    ['{name}, {name|you}', 'Mo', 'Mo, Mo'],
    ['{Name} {name|a|b} {name|{x}} {phone}', 'Mo', '{Name} {name|a|b} {name|{x}} {phone}'],
    ['nobody', 'Mo', 'nobody'],
  ])('in %j with the name %j gives %j', (text, name, filled) =>
    expect(read(text, name)).toBe(filled),
  )
})

test('piecesOf() splits a text at its marks', () => {
  const { texts, places } = piecesOf(`a${linkMark(0)}b${unsubscribeMark}${linkMark(12)}`)
  expect(texts).toEqual(['a', 'b', '', ''])
  expect(places).toEqual([
    { kind: 'link', index: 0 },
    { kind: 'unsubscribe' },
    { kind: 'link', index: 12 },
  ])
})

test('internal marks in typed text are removed', () => {
  const typed = withoutMarks(`${unsubscribeMark} ${linkMark(3)}`)
  expect(piecesOf(typed).places).toEqual([])
})

test('without a reader the fallback word is used', () => {
  expect(withFallbackNames(replaceNamePlaceholders('For {name|you}'))).toBe('For you')
})

describe('a name', () => {
  test.each([
    ['Mo', 'Mo'],
    ['  Ana  María ', 'Ana María'],
    ['J. R. O’Hara-Smith', 'J. R. O’Hara-Smith'],
    ['李雷', '李雷'],
    ['مريم', 'مريم'],
    ['<b>Mo</b>', null],
    ['Mo\r\nBcc: all@venue.example', null],
    ['Mo\nX-Other: 1', 'Mo X-Other: 1'],
    ['Mo\u2028Lee', 'Mo Lee'],
    ['https://evil.example', null],
    ['evil.example', null],
    ['Win at WWW.evil', null],
    ['mo@evil.example', null],
    ['{phone}', null],
    ['\u202eoM', 'oM'],
    ['\ue000u\ue001', 'u'],
    ['\u200b', null],
    ['   ', null],
    ['', null],
    [null, null],
  ])('%j is displayed as %j', (name, shown) => expect(nameForMail(name)).toBe(shown))
})

test('a subject differs between readers only if it contains their names', () => {
  const subjectOf = subjectForReaders(replaceNamePlaceholders('Pies for {name|you}'))
  if (typeof subjectOf === 'string') throw new Error('The subject contains the name.')
  expect([subjectOf('Ada'), subjectOf(null), subjectOf('www.spam.example')]).toEqual([
    'Pies for Ada',
    'Pies for you',
    'Pies for you',
  ])
  expect(subjectForReaders('Pies')).toBe('Pies')
})
