import { expect, test } from 'vitest'
import { ownWords } from './replies.ts'

test.each([
  [
    'Yes please!\n\nOn Mon, 1 Dec 2026 at 10:00, Common People wrote:\n> Shall we?\n> Yes?',
    'Yes please!',
  ],
  ['Yes\n\n-----Original Message-----\nFrom: us', 'Yes'],
  ['Yes\n> quoted\n> more\n', 'Yes'],
  ['> quoted\nMy answer\n> quoted\nMore', '> quoted\nMy answer\n> quoted\nMore'],
  ['\u202eYes\u0000', 'Yes'],
])('of %j, %j are the guest’s own words', (text, own) => expect(ownWords(text)).toBe(own))
