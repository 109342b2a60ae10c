import { expect, test } from 'vitest'
import { secretSlug } from './secret-slug.ts'

const secret = { visibility: 'secret' } as const
const draft = { slug: 'supper', status: 'draft', visibility: 'public' } as const
const random = /^supper-[a-z0-9]{12}$/

test('a new secret event, and a draft that becomes secret, get a slug that nobody can guess', () => {
  const [one, other] = [secretSlug('supper', null, secret), secretSlug('supper', null, secret)]
  expect([one, other]).toEqual([expect.stringMatching(random), expect.stringMatching(random)])
  expect(one).not.toBe(other)
  expect(secretSlug('supper', draft, secret)).toMatch(random)
  expect(secretSlug('', null, secret)).toMatch(/^[a-z0-9]{12}$/)
  expect(secretSlug('x'.repeat(60), null, secret)).toMatch(/^x{47}-[a-z0-9]{12}$/)
})

test('a secret event keeps its slug when it is saved again; if its random end was removed, it gets another', () => {
  const slug = 'supper-abcdefghij12'
  const known = { ...draft, ...secret, slug }
  expect(secretSlug(slug, known, {})).toBe(slug)
  expect(secretSlug('dinner-abcdefghij12', known, {})).toBe('dinner-abcdefghij12')
  expect(secretSlug('dinner', known, {})).toMatch(/^dinner-[a-z0-9]{12}$/)
})

test.each([
  ['shout', 'night'],
  ['film-night', 'late-night'],
  ['summerparties', 'winterparties'],
])(
  'the stored slug %s of a secret draft ends with no random characters, so %s gets them',
  (slug, wanted) => {
    expect(secretSlug(wanted, { ...draft, ...secret, slug }, {})).toMatch(/-[a-z0-9]{12}$/)
  },
)

test('an event that was published, or that is not secret, keeps its slug', () => {
  expect(secretSlug('supper', { ...draft, status: 'published' }, secret)).toBe('supper')
  expect(secretSlug('supper', draft, {})).toBe('supper')
  expect(secretSlug('supper', null, { visibility: 'members' })).toBe('supper')
})
