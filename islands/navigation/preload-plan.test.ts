import { expect, test } from 'vitest'
import { preloadPlan } from './preload-plan.ts'

const all = ['a', 'b', 'c', 'd']

test.each([
  [1440, undefined, ['a', 'b', 'c'], []],
  [768, '4g', ['a', 'b', 'c'], []],
  [767, '4g', ['a', 'b'], ['c']],
  [1440, '3g', ['a', 'b', 'c'], []],
  [1440, '2g', ['a', 'b'], ['c']],
  [1440, 'slow-2g', ['a', 'b'], ['c']],
])(
  'a viewport of %i px on %s loads %j now and %j later',
  (viewportWidth, effectiveType, now, later) => {
    expect(preloadPlan(all, { viewportWidth, effectiveType })).toEqual({ now, later })
  },
)

test('a section with one picture preloads that picture', () => {
  expect(preloadPlan(['a'], { viewportWidth: 390, effectiveType: '4g' })).toEqual({
    now: ['a'],
    later: [],
  })
})
