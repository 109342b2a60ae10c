import { expect, test } from 'vitest'
import { type Choices, emailTopicsToSave, settingsToSave } from './choices.ts'

const device = { topics: null, time_slots: null, quiet_from: null, quiet_to: null }
const nothing: Choices = { push: [], email: [], slots: [], quiet: null }
const night = { from: 1320, to: 480 }

test.each([
  ['all topics, no slots', device, null, nothing],
  ['the slots of the profile', device, ['Evening' as const], { ...nothing, slots: ['Evening'] }],
  [
    'the same topics in another order',
    { ...device, topics: ['Film & Cinema', 'Gong baths'] },
    null,
    { ...nothing, push: ['Gong baths', 'Film & Cinema'] },
  ],
  [
    'the same quiet hours',
    { ...device, quiet_from: 1320, quiet_to: 480 },
    null,
    { ...nothing, quiet: night },
  ],
] satisfies [string, object, object | null, object][])(
  'nothing is saved if the form still has the stored choices: %s',
  (_, stored, profileSlots, choices) => {
    expect(settingsToSave(stored, profileSlots, choices as Choices)).toBe(null)
  },
)

test('chosen topics, time slots and quiet hours replace the settings of the device', () => {
  const choices: Choices = { push: ['Film & Cinema'], email: [], slots: ['Evening'], quiet: night }
  expect(settingsToSave(device, null, choices)).toEqual({
    topics: ['Film & Cinema'],
    time_slots: ['Evening'],
    quiet_from: 1320,
    quiet_to: 480,
  })
})

test('a topic that no longer exists is removed at the next save', () => {
  const stored = { ...device, topics: ['Yoga'] }
  expect(settingsToSave(stored, null, nothing)).toMatchObject({ topics: null })
})

test('time slots equal to those of the profile are not stored on the device', () => {
  const stored = { ...device, time_slots: ['Morning' as const] }
  const choices: Choices = { ...nothing, slots: ['Evening'] }
  expect(settingsToSave(stored, ['Evening'], choices)).toMatchObject({ time_slots: null })
})

test('a device can have no time slots although the profile has some', () => {
  expect(settingsToSave(device, ['Evening'], nothing)).toMatchObject({ time_slots: [] })
})

test('topics of letters are saved if they changed, also if none are chosen', () => {
  const chosen = (...email: string[]): Choices => ({ ...nothing, email })
  expect(emailTopicsToSave(['Yoga', 'Film & Cinema'], chosen('Film & Cinema', 'Yoga'))).toBe(null)
  expect(emailTopicsToSave(['Yoga'], chosen())).toEqual([])
})
