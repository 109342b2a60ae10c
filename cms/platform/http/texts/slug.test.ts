import { expect, test } from 'vitest'
import { firstFreeSlug, titleToPathSegment, toPathSegment } from './slug.ts'

test.each([
  ['Große Straße', 'grosse-strasse'],
  ['GROẞE', 'grosse'],
  ['Ærø & Øresund', 'aero-oresund'],
  ['Łódź', 'lodz'],
  ['Þórr, Đặng, İstanbul ısı', 'thorr-dang-istanbul-isi'],
  ['œuvre ﬁne №5', 'oeuvre-fine-no5'],
  ['Crème brûlée', 'creme-brulee'],
  ['ŠĐČĆŽ', 'sdccz'],
  ['--- a -- b ---', 'a-b'],
  ['夏 Ω', ''],
  ['constructor', 'constructor'],
])('the text %j gives the path segment %j', (text, segment) =>
  expect(toPathSegment(text)).toBe(segment),
)

test('a path segment is at most as long as requested, and does not end with a hyphen', () => {
  expect(toPathSegment('ab cd', 3)).toBe('ab')
  expect(toPathSegment('ßßß', 3)).toBe('sss')
  expect(titleToPathSegment('What’s on in Łódź', 12)).toBe('whats-on-in')
})

test.each([
  ['quiz', 60, ['quiz', 'quiz-2'], 'quiz-3'],
  ['quiz', 60, [], 'quiz'],
  ['abcdef', 6, ['abcdef'], 'abcd-2'],
  ['abc-ef', 6, ['abc-ef'], 'abc-2'],
])(
  'the first free slug for %j of at most %d characters, without %j, is %j',
  async (wanted, max, taken, free) =>
    expect(await firstFreeSlug(wanted, max, (slug) => !taken.includes(slug))).toBe(free),
)
