import { expect, test } from 'vitest'
import { createInteractionDelay } from './interaction-delay.ts'

test('if there are fewer than fifty interactions, the longest counts', () => {
  const add = createInteractionDelay()
  expect(add({ duration: 80, interactionId: 1 }, 1)).toBe(80)
  expect(add({ duration: 240, interactionId: 2 }, 2)).toBe(240)
  expect(add({ duration: 48, interactionId: 3 }, 3)).toBe(240)
})

test('events of the same interaction count as one interaction', () => {
  const add = createInteractionDelay()
  add({ duration: 300, interactionId: 1 }, 1)
  add({ duration: 200, interactionId: 1 }, 1)
  expect(add({ duration: 100, interactionId: 2 }, 60)).toBe(100)
})

test('the longest of fifty interactions is left out', () => {
  const add = createInteractionDelay()
  add({ duration: 300, interactionId: 1 }, 1)
  add({ duration: 200, interactionId: 2 }, 2)
  expect(add({ duration: 100, interactionId: 3 }, 50)).toBe(200)
})

test('events that are no interaction do not count', () => {
  expect(createInteractionDelay()({ duration: 300, interactionId: 0 }, 0)).toBeUndefined()
})
