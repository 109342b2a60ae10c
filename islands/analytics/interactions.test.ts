import { expect, test } from 'vitest'
import { describeElement, findTarget, transitionOf } from './interactions.ts'

type Fake = {
  attributes?: Record<string, string>
  text?: string
  /** Which ancestors or descendants the element has, by a part of their selectors. */
  within?: string[]
  contains?: string[]
}
const elementOf = ({ attributes = {}, text = '', within = [], contains = [] }: Fake) => {
  const has = (list: string[], selector: string) => list.some((each) => selector.includes(each))
  const element = {
    closest: (selector: string) => (has(within, selector) ? element : null),
    querySelector: (selector: string) => (has(contains, selector) ? element : null),
    getAttribute: (name: string) => attributes[name] ?? null,
    textContent: text,
  }
  return element as unknown as Element
}

test('clicks on links and buttons are found, others and those in personal parts are not', () => {
  expect(findTarget(elementOf({ within: ['a[href]'] }), 'click')).not.toBe(null)
  expect(findTarget(elementOf({}), 'click')).toBe(null)
  expect(findTarget(elementOf({ within: ['button', '[data-private]'] }), 'click')).toBe(null)
  expect(findTarget(elementOf({ within: ['form', '[data-private]'] }), 'submit')).toBe(null)
})

test('without details neither text nor position is described', () => {
  const element = elementOf({ attributes: { id: 'join', class: 'go' }, text: 'Join' })
  expect(describeElement(element, 'click', false)).toEqual({
    kind: 'click',
    elementId: 'join',
    elementClass: 'go',
  })
})

test('texts are collapsed, and cut at 100 characters', () => {
  const long = elementOf({ text: `  Join\n  us ${'x'.repeat(200)}` })
  const { text, ...rest } = describeElement(long, 'click', { x: 3, y: 4 })
  expect(text).toBe(`Join us ${'x'.repeat(92)}`)
  expect(rest).toEqual({ kind: 'click', x: 3, y: 4 })
})

test('a label comes before the text', () => {
  const element = elementOf({ attributes: { 'aria-label': 'Nudge' }, text: 'CLICK ME' })
  expect(describeElement(element, 'click', true).text).toBe('Nudge')
})

test('the text of an element with personal parts is not read', () => {
  const element = elementOf({ text: 'Ada', contains: ['[data-private]'] })
  expect(describeElement(element, 'click', true)).toEqual({ kind: 'click' })
})

test('the text of a form is not read', () => {
  expect(describeElement(elementOf({ text: 'Ada' }), 'submit', true)).toEqual({ kind: 'submit' })
})

test.each([
  ['traverse', undefined, false, 'back'],
  ['push', undefined, true, 'nudge'],
  ['push', undefined, false, 'transition'],
  ['push', elementOf({ within: ['nav'] }), false, 'nav'],
  ['push', elementOf({}), false, 'link'],
] as const)(
  'a navigation of type %s is a transition',
  (navigationType, sourceElement, isNudge, expected) => {
    expect(transitionOf({ navigationType, sourceElement }, isNudge)).toBe(expected)
  },
)
