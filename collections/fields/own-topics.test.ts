import { expect, test } from 'vitest'
import { validateOwnTopicNames } from './own-topics.ts'

test.each([null, undefined, [], ['Quiz night', 'a topic that is gone']])(
  'names of topics are accepted: %j',
  (value) => expect(validateOwnTopicNames(value)).toBe(true),
)

test.each([
  'Quiz night',
  [7],
  [{ name: 'Quiz night' }],
  ['x'.repeat(61)],
  Array(41).fill('Quiz night'),
])('other values are refused: %j', (value) => expect(validateOwnTopicNames(value)).toMatch(/list/))
