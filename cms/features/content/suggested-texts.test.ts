import { expect, test } from 'vitest'
import { compact, facts, keys, names } from '../../../tests/support/demo-facts.ts'
import { keyPath } from './contract.ts'
import { fallbackText } from './fallback-texts.ts'
import { suggestedText, suggestedTexts } from './suggested-texts.ts'

const empty = keys.filter(
  (key) => fallbackText(key, false) === '' && fallbackText(key, true) !== '',
)
const suggested = empty.map((key) => [keyPath(key), suggestedText(key) ?? ''] as const)

test('every text that only the venue can write has a suggestion, besides its name', () => {
  expect(empty.length).toBeGreaterThan(400)
  const without = suggested.filter(([, text]) => !text).map(([path]) => path)
  expect(without).toEqual([keyPath({ page: 'global', section: 'brand', content_key: 'text' })])
})

test('no suggestion states a fact of the demo venue', () => {
  const stated = suggested.filter(([, text]) => facts.some((fact) => compact(text).includes(fact)))
  expect(stated).toEqual([])
  expect(suggested.filter(([, text]) => text.match(names))).toEqual([])
})

// Somebody may publish them as they are.
test('suggestions promise nothing: they have no figures, prices or times', () => {
  expect(suggested.filter(([, text]) => /[\d£€%]|\bwe('|’)(ll|re)\b/i.test(text))).toEqual([])
})

test('every suggestion is for a text that can be empty', () => {
  const used = new Set(suggested.map(([, text]) => text))
  const texts = Object.values(suggestedTexts).flatMap((sections) =>
    Object.values(sections).flatMap((each) => Object.values(each)),
  )
  expect(texts.filter((text) => !used.has(text))).toEqual([])
})
