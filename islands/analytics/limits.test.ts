import { expect, test } from 'vitest'
import { longest, sessionPauseMs, vitalTargets } from '../../cms/analytics/rules.ts'
import { goodPaintMs, longestText, pauseMs, slowPaintMs } from './limits.ts'

test('the tracker’s limits are the server’s', () => {
  expect({ longestText, pauseMs, goodPaintMs, slowPaintMs }).toEqual({
    longestText: longest.elementText,
    pauseMs: sessionPauseMs,
    goodPaintMs: vitalTargets.lcp.good,
    slowPaintMs: vitalTargets.lcp.poor,
  })
})
