import { expect, test } from 'vitest'
import type { Positioning } from './contract.ts'
import { positionStyle } from './position.ts'

const plain: Positioning = {
  alignment: 'left',
  containerPosition: 'default',
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
}

test('with the default position and without margins, only the alignment is declared', () => {
  expect(positionStyle(plain)).toBe('text-align:left')
})

test('margins are multiples of the spacing unit', () => {
  expect(positionStyle({ ...plain, marginTop: 8, marginRight: 1 })).toBe(
    'text-align:left;margin-top:calc(var(--spacing, .25rem) * 8);margin-right:calc(var(--spacing, .25rem) * 1)',
  )
})

test.each([
  ['page-left', 'margin-right:auto'],
  ['page-center', 'margin-left:auto;margin-right:auto'],
  ['page-right', 'margin-left:auto'],
] as const)(
  'an element at %s is as wide as its text, not as the column',
  (containerPosition, declared) => {
    expect(positionStyle({ ...plain, alignment: 'center', containerPosition })).toBe(
      `text-align:center;width:fit-content;min-width:min-content;--container:66%;${declared}`,
    )
  },
)

test('a chosen margin overrides the auto margin of a container', () => {
  const style = positionStyle({ ...plain, containerPosition: 'page-right', marginLeft: 2 })
  expect(style.lastIndexOf('margin-left:calc')).toBeGreaterThan(style.indexOf('margin-left:auto'))
})
