import { beforeEach, expect, test } from 'vitest'
import { readNudge } from './message.ts'
import { forgetShown, keepShown, shownNudges } from './shown.ts'

beforeEach(forgetShown)

const show = (details: object) => {
  const nudge = readNudge({ url: '/beer', title: 'Saison', text: 'Come down', ...details })
  if (nudge) keepShown(nudge)
}

test('nudges of windows are kept once each, the newest first', () => {
  show({ id: '7', token: '7.random.signature' })
  show({ id: null, url: '/hall' })
  show({ id: '7', token: '7.other.signature' })
  expect(shownNudges()).toMatchObject([
    { id: '7', url: '/beer', title: 'Saison', text: 'Come down' },
    { id: null, url: '/hall' },
  ])
})

test('a nudge of a push is not kept, because the server lists it', () => {
  show({ id: '8', token: 'delivery' })
  expect(shownNudges()).toEqual([])
})

test('twenty are kept, and none after a sign-out', () => {
  for (let id = 1; id <= 25; id++) show({ id: String(id) })
  expect(shownNudges().map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, n) => `${25 - n}`),
  )
  forgetShown()
  expect(shownNudges()).toEqual([])
})
