import { describe, expect, test } from 'vitest'
import { planTransition, sectionOf, variantFor } from './phases.ts'

const calm = { reducedMotion: false, logoOnly: false, sinceStrobeMs: Number.POSITIVE_INFINITY }

describe('the transition’s plan', () => {
  test('strobes for 500 ms, then shows the logo, and navigates 900 + 600 ms later', () => {
    expect(planTransition('strobe', calm)).toEqual({
      phases: [
        { phase: 'strobe', atMs: 0 },
        { phase: 'logo', atMs: 500 },
      ],
      navigateAtMs: 2000,
    })
  })

  test('shows the soft logo for 900 ms, then navigates', () => {
    expect(planTransition('soft', calm)).toEqual({
      phases: [{ phase: 'soft-logo', atMs: 0 }],
      navigateAtMs: 900,
    })
  })

  test.each([
    ['strobe', 'logo'],
    ['soft', 'soft-logo'],
  ] as const)(
    'with reduced motion, %s begins with %s and navigates after 1500 ms',
    (variant, phase) => {
      expect(planTransition(variant, { ...calm, reducedMotion: true })).toEqual({
        phases: [{ phase, atMs: 0 }],
        navigateAtMs: 1500,
      })
    },
  )

  test.each(['strobe', 'soft'] as const)(
    'of a member who has chosen the logo only, %s shows the logo for 900 ms',
    (variant) => {
      expect(planTransition(variant, { ...calm, logoOnly: true })).toEqual({
        phases: [{ phase: 'logo', atMs: 0 }],
        navigateAtMs: 900,
      })
    },
  )

  test.each([
    [0, 'logo'],
    [999, 'logo'],
    [1000, 'strobe'],
  ] as const)(
    '%i ms after the start of a strobe, the next transition starts with %s',
    (sinceStrobeMs, phase) => {
      expect(planTransition('strobe', { ...calm, sinceStrobeMs }).phases[0]).toEqual({
        phase,
        atMs: 0,
      })
    },
  )
})

describe('the transition to', () => {
  test.each([
    ['/', 'strobe', null],
    ['/cafe', 'soft', 'cafe'],
    ['/common-room/member/ledger', 'soft', 'common-room'],
  ] as const)('%s has the variant %s and the picture of %s', (path, variant, section) => {
    expect(variantFor(path)).toBe(variant)
    expect(sectionOf(path)).toBe(section)
  })
})
