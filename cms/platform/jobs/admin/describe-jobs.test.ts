import { expect, test } from 'vitest'
import { describeJobs } from './describe-jobs.ts'

test.each([
  [[0, 0, 0], 'Nothing is waiting, and nothing has failed.'],
  [[1, 0, 0], 'One job is waiting.'],
  [[3, 1, 0], '3 jobs are waiting, one is tried again after a failure.'],
  [[0, 0, 2], '2 jobs were given up.'],
] as const)('the numbers %j are written as %j', ([waiting, repeated, failedPermanently], text) => {
  expect(describeJobs({ waiting, repeated, failedPermanently })).toBe(text)
})
