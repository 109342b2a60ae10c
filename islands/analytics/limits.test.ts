import { expect, test } from 'vitest'
import { longest, sessionPauseMs, vitalTargets } from '../../cms/analytics/rules.ts'
import { longestText, pauseMs, slowPaintMs } from './limits.ts'

test('the tracker has the same limits as the server', () => {
  expect({ longestText, pauseMs, slowPaintMs }).toEqual({
    longestText: longest.elementText,
    pauseMs: sessionPauseMs,
    slowPaintMs: vitalTargets.lcp.poor,
  })
})
