import { beforeEach, expect, test, vi } from 'vitest'
import { describeElement, findTarget, isBusy, transitionOf } from './interactions.ts'

type Fake = {
  attributes?: Record<string, string>
  /** The attributes of its form. */
  form?: Record<string, string> | null
  text?: string
  /** Where a link leads. */
  href?: string
  /** Parts of the selectors of the element's ancestors (`within`) and descendants (`contains`). */
  within?: string[]
  contains?: string[]
}
const pick = ({ origin, pathname, protocol }: URL) => ({ origin, pathname, protocol })
const attributesOf = (attributes: Record<string, string>) => ({
  getAttribute: (name: string) => attributes[name] ?? null,
})
const elementOf = ({
  attributes = {},
  form = null,
  text = '',
  href,
  within = [],
  contains = [],
}: Fake) => {
  const has = (list: string[], selector: string) => list.some((each) => selector.includes(each))
  const element = {
    closest: (selector: string) => (has(within, selector) ? element : null),
    querySelector: (selector: string) => (has(contains, selector) ? element : null),
    ...attributesOf(attributes),
    form: form && attributesOf(form),
    matches: (selector: string) => has(contains, selector),
    innerText: text,
    ...(href && pick(new URL(href))),
  }
  return element as unknown as Element
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example/cafe'))
})

test('clicks on links and buttons count, but not other clicks or clicks in personal parts', () => {
  expect(findTarget(elementOf({ within: ['a[href]'] }), 'click')).not.toBe(null)
  expect(findTarget(elementOf({}), 'click')).toBe(null)
  expect(findTarget(elementOf({ within: ['button', '[data-private]'] }), 'click')).toBe(null)
  expect(findTarget(elementOf({ within: ['form', '[data-private]'] }), 'submit')).toBe(null)
})

test('without details, the description of an element has neither text nor position', () => {
  const element = elementOf({ attributes: { id: 'join', class: 'go' }, text: 'Join' })
  expect(describeElement(element, 'click', false)).toEqual({
    kind: 'click',
    elementId: 'join',
    elementClass: 'go',
  })
})

test('texts are cut at 100 characters', () => {
  const { text, ...rest } = describeElement(elementOf({ text: 'x'.repeat(200) }), 'click', {
    x: 3,
    y: 4,
  })
  expect(text).toBe('x'.repeat(100))
  expect(rest).toEqual({ kind: 'click', x: 3, y: 4 })
})

test('the label of an element is used instead of its text', () => {
  const element = elementOf({ attributes: { 'aria-label': 'Nudge' }, text: 'CLICK ME' })
  expect(describeElement(element, 'click', {}).text).toBe('Nudge')
})

test.each([
  ['https://venue.example/beer?email=ada@venue.example#top', '/beer'],
  ['https://other.example/a/b?token=c', 'https://other.example'],
  ['mailto:ada@venue.example?subject=x', 'mailto:'],
  ['tel:+441234567', 'tel:'],
])('the description of the link %s contains only %s', (href, to) => {
  expect(describeElement(elementOf({ href, text: 'Ada' }), 'click', false)).toEqual({
    kind: 'click',
    to,
  })
})

test.each([
  [{ id: 'book', class: 'go' }, 'book', 'go'],
  [{ id: '_r_0_', name: 'pause', class: 'astro-abc123 go _card_x1' }, 'pause', ' go'],
  [{ id: ':r0:' }, '', undefined],
  [{ id: 'astro-xyz' }, '', undefined],
])('of the names in %j, generated names are left out', (attributes, elementId, elementClass) => {
  const described = describeElement(elementOf({ attributes }), 'click', false)
  expect(described.elementId ?? '').toBe(elementId)
  expect(described.elementClass).toBe(elementClass)
})

test.each([
  [{ id: 'book', name: 'close' }, 'close'],
  [{ id: 'book' }, 'book'],
  [{ id: ':r0:' }, 'newsletter'],
])('a button with %j in the form newsletter is named %s', (attributes, expected) => {
  const element = elementOf({ attributes, form: { id: 'coupon', name: 'newsletter' } })
  expect(describeElement(element, 'click', false).elementId).toBe(expected)
})

test('a form is busy if the form, or an element in it, has `data-busy`', () => {
  expect(isBusy(elementOf({ contains: ['[data-busy]'] }))).toBe(true)
  expect(isBusy(elementOf({}))).toBe(false)
})

test('the text of an element with personal parts is not read', () => {
  const element = elementOf({ text: 'Ada', contains: ['[data-private]'] })
  expect(describeElement(element, 'click', {})).toEqual({ kind: 'click' })
})

test('the text of a form is not read', () => {
  expect(describeElement(elementOf({ text: 'Ada' }), 'submit', {})).toEqual({ kind: 'submit' })
})

test.each([
  ['traverse', undefined, false, 'back'],
  ['push', undefined, true, 'nudge'],
  ['push', undefined, false, 'transition'],
  ['push', elementOf({ within: ['nav'] }), false, 'nav'],
  ['push', elementOf({}), false, 'link'],
] as const)(
  'a navigation of type %s has the expected transition',
  (navigationType, sourceElement, isNudge, expected) => {
    expect(transitionOf({ navigationType, sourceElement }, isNudge)).toBe(expected)
  },
)
