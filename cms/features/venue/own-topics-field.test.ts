import { expect, test } from 'vitest'
import { validateOwnTopicNames } from './own-topics-field.ts'

test.each([null, undefined, [], ['Quiz night', 'a topic that is gone']])(
  'a valid or missing list of topic names is accepted: %j',
  (value) => expect(validateOwnTopicNames(value)).toBe(true),
)

test.each([
  'Quiz night',
  [7],
  [{ name: 'Quiz night' }],
  ['x'.repeat(61)],
  Array(41).fill('Quiz night'),
])('an invalid list of topic names is refused: %j', (value) =>
  expect(validateOwnTopicNames(value)).toMatch(/list/),
)
