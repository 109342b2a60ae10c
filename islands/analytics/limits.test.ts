import { expect, test } from 'vitest'
import { maxLengths, sessionPauseMs, vitalTargets } from '../../cms/features/analytics/rules.ts'
import { maxTextLength, pauseMs, slowPaintMs } from './limits.ts'

test('the tracker has the same limits as the server', () => {
  expect({ maxTextLength, pauseMs, slowPaintMs }).toEqual({
    maxTextLength: maxLengths.elementText,
    pauseMs: sessionPauseMs,
    slowPaintMs: vitalTargets.lcp.poor,
  })
})
