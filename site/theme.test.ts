import { describe, expect, test } from 'vitest'
import { contrast } from '../cms/features/venue/look/contrast.ts'
import { inksOf } from '../cms/features/venue/look/inks.ts'
import { heroPaths } from '../cms/features/venue/rules.ts'
import { inkProperties } from './theme.ts'

const pages = heroPaths.map((path) => path.slice(1) || 'home') as Parameters<
  typeof inkProperties
>[0][]

const propertiesOf = (page: (typeof pages)[number]) =>
  Object.fromEntries(
    inkProperties(page)
      .split(';')
      .map((each) => each.split(':')),
  )

test('contrast() returns the contrast ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(pages)('the colours of %s', (page) => {
  const { paper, ink } = inksOf(page)

  test('give the mark of the current page a contrast of at least 3:1 in both menus', () => {
    const properties = propertiesOf(page)
    expect(contrast(properties['--ring'] ?? '', paper)).toBeGreaterThanOrEqual(3)
    expect(contrast(properties['--on-ink'] ?? '', ink)).toBeGreaterThanOrEqual(3)
  })

  test('give the navigation enough contrast', () => {
    expect(contrast(ink, paper)).toBeGreaterThanOrEqual(7)
  })
})
