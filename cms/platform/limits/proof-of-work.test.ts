import { expect, test } from 'vitest'
import { solve } from '../../../islands/lib/proof-of-work.ts'
import {
  challengeLifetimeMs,
  createChallenge,
  difficultyAfter,
  isSolution,
  isTooEasy,
} from './proof-of-work.ts'

const mailbox = 'ada@venue.example'

test('a solution is valid for one mailbox and for ten minutes', async () => {
  const challenge = createChallenge(mailbox, 10, 0)
  const solution = await solve(challenge)
  expect(isSolution(solution, mailbox, 1)).toBe(true)
  expect(isSolution(solution, 'eve@venue.example', 1)).toBe(false)
  expect(isSolution(solution, mailbox, challengeLifetimeMs)).toBe(false)
})

test('a solution of a challenge with a changed difficulty is refused, and so is an unsolved challenge', async () => {
  const [, expiresAt, signature] = createChallenge(mailbox, 20, 0).split('.')
  const easier = await solve(['4', expiresAt, signature].join('.'))
  expect(isSolution(easier, mailbox, 1)).toBe(false)
  const unsolved = createChallenge(mailbox, 20, 0)
  for (const text of ['', '...', unsolved, `${unsolved}.`, `${unsolved}.0.0`, `${unsolved}.0`]) {
    expect(isSolution(text, mailbox, 1)).toBe(false)
  }
})

test('a solution may be one bit below the current difficulty; a solution two bits below is too easy', async () => {
  const solution = await solve(createChallenge(mailbox, 10, 0))
  expect([10, 11, 12, 13].map((bits) => isTooEasy(solution, bits))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('the difficulty rises by one bit after every four solutions, from 16 to 22 bits', () => {
  expect([0, 3, 4, 8, 24, 1000].map(difficultyAfter)).toEqual([16, 16, 17, 18, 22, 22])
})
