import { expect, test } from 'vitest'
import { readQuietHours } from './quiet-hours.ts'

function formWith(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
const read = (quiet_from: string, quiet_to: string) =>
  readQuietHours(formWith({ quiet: 'on', quiet_from, quiet_to }))

test('quiet hours are read as minutes of the day', () => {
  expect(read('22:00', '08:30')).toEqual({ quiet: { from: 1320, to: 510 } })
})

test('if the checkbox is not ticked, there are no quiet hours, whatever the time fields contain', () => {
  expect(readQuietHours(formWith({ quiet_from: '22:00', quiet_to: '' }))).toEqual({ quiet: null })
})

test.each([
  ['', '08:00', ['quiet_from']],
  ['22:00', '', ['quiet_to']],
  ['', '', ['quiet_from', 'quiet_to']],
])(
  'with quiet hours from “%s” until “%s”, only the empty fields have a problem',
  (from, to, fields) => {
    expect(read(from, to)).toEqual({ problem: { text: 'missing', fields } })
  },
)

test('quiet hours that begin and end at the same minute are refused', () => {
  expect(read('22:00', '22:00')).toEqual({
    problem: { text: 'same', fields: ['quiet_from', 'quiet_to'] },
  })
})
