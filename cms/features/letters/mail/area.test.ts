import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from '../../venue/rules.ts'
import { areaOf } from './area.ts'
import type { Fields, LetterBody } from './body.ts'

const bodyOf = (...fields: Fields[]): LetterBody => ({
  root: { type: 'root', children: fields.map((each) => ({ type: 'block', fields: each })) },
})
const button = (url: string): Fields => ({ blockType: 'button', label: 'Go', url })

test.each([
  ['home', []],
  ['home', [button('/privacy'), button('https://elsewhere.example/hall')]],
  ['hall', [button('/privacy'), button('/hall#prices'), button('/cafe')]],
  ['beer', [button('/hall'), { blockType: 'menu', room: 'beer', section: null }]],
] as const)(
  'the area of a letter is %s: that of its first menu, or else of its first button that leads to an area',
  (area, fields) => {
    expect(areaOf(bodyOf(...fields))).toBe(area)
  },
)

test('every area has a door picture for the header of its mails', () => {
  const file = (area: string) => path.resolve(`public/brand/door-${area}.png`)
  expect(['home', ...rooms].filter((area) => !existsSync(file(area)))).toEqual([])
})
