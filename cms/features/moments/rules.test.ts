import { expect, test } from 'vitest'
import { isVenueArea } from '../venue/rules.ts'
import {
  differingBits,
  firstNameOf,
  proposeAlt,
  readMomentId,
  readWallView,
  stateOfNew,
  wallPath,
  widthsFor,
} from './rules.ts'

test.each([
  [0, false, 'waiting', 'first'],
  [2, false, 'waiting', 'first'],
  [3, false, 'shown', null],
  [50, true, 'waiting', 'lookalike'],
])(
  'after %s shown moments, a lookalike: %s, a new one is %s (%s)',
  (shownBefore, isLookalike, state, reason) => {
    expect(stateOfNew({ shownBefore, isLookalike })).toEqual({ state, reason })
  },
)

test('a picture is never enlarged', () => {
  expect(widthsFor(3000)).toEqual([480, 1200, 2400])
  expect(widthsFor(1300)).toEqual([480, 1200])
  expect(widthsFor(200)).toEqual([200])
})

test('hashes are compared bit by bit', () => {
  expect(differingBits('1100', '1100')).toBe(0)
  expect(differingBits('1100', '0110')).toBe(2)
})

test('an alternative text is proposed from the event, or from the area alone', () => {
  expect(proposeAlt({ event: 'Quiz Night', area: 'Beer Hall' })).toBe(
    'A moment from Quiz Night, Beer Hall',
  )
  expect(proposeAlt({ event: null, area: 'Cafe' })).toBe('A moment in the Cafe')
})

test('others see the first name only', () => {
  expect(firstNameOf(' Ada  Lovelace ')).toBe('Ada')
  expect(firstNameOf(' ')).toBeNull()
  expect(firstNameOf(null)).toBeNull()
})

test('unknown values of the query are ignored', () => {
  const view = (text: string) => readWallView(new URLSearchParams(text), isVenueArea)
  const none = { area: null, event: null, month: null, before: null }
  expect(view('area=Cellar&event=0&month=2026-13&before=-1')).toEqual(none)
  expect(view('area=Cafe&event=12&month=2026-11&before=99')).toEqual({
    area: 'Cafe',
    event: 12,
    month: '2026-11',
    before: 99,
  })
  expect(readMomentId(new URLSearchParams('moment=7'))).toBe(7)
  expect(readMomentId(new URLSearchParams('moment=7e3'))).toBeNull()
})

test('a path of the wall is read as the view that it was made of', () => {
  const view = { area: 'Beer Hall', event: 3, month: '2026-11', before: 12 } as const
  const { searchParams } = new URL(wallPath(view, 5), 'https://venue.example')
  expect(readWallView(searchParams, isVenueArea)).toEqual(view)
  expect(readMomentId(searchParams)).toBe(5)
  expect(wallPath({})).toBe('/common-room/member/moments')
})
