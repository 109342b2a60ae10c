import ical, { type VEvent } from 'node-ical'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'

const entry: CalendarEntry = {
  uid: 'date-7@venue.example',
  sequence: 3,
  changedAt: new Date('2026-07-01T10:00:00Z'),
  startsAt: new Date('2026-12-03T19:30:00Z'),
  endsAt: new Date('2026-12-03T23:00:00Z'),
  title: 'Quiz',
  text: 'Songs and supper.',
  place: 'Hall, 1 Long Row',
  url: 'https://venue.example/calendar/quiz',
  status: 'CONFIRMED',
}

const fileWith = (...entries: Partial<CalendarEntry>[]) =>
  calendarFile({
    name: 'Common People',
    timeZone: 'Europe/London',
    entries: entries.map((each) => ({ ...entry, ...each })),
  })

const readBack = (file: string) =>
  Object.values(ical.sync.parseICS(file)).flatMap((each) =>
    each?.type === 'VEVENT' ? [each as VEvent] : [],
  )

test('another library reads the same values from the calendar file', () => {
  const [read] = readBack(fileWith({}))
  expect(read).toMatchObject({
    uid: entry.uid,
    sequence: 3,
    summary: 'Quiz',
    description: 'Songs and supper.',
    location: 'Hall, 1 Long Row',
    url: entry.url,
    status: 'CONFIRMED',
  })
  expect([Number(read?.start), Number(read?.end)]).toEqual([+entry.startsAt, +entry.endsAt])
})

test.each([
  'a, b; c \\ d',
  'first\nsecond',
  '=1+1',
  'BEGIN:VEVENT',
  'a\r\nEND:VEVENT',
  '“Quiz” – what’s on 🎉',
])('an event with the title %j is read back as one event with this title', (title) => {
  const read = readBack(fileWith({ title }))
  expect(read).toHaveLength(1)
  expect(read[0]?.summary).toBe(title.replace('\r\n', '\n'))
})

test('the times of a venue whose clock has no named zone are in UTC', () => {
  const file = calendarFile({ name: 'Common People', timeZone: '-03:30', entries: [entry] })
  expect(file).not.toContain('VTIMEZONE')
  expect(file).toContain('DTSTART:20261203T193000Z')
  expect(readBack(file)).toMatchObject([{ start: entry.startsAt, summary: 'Quiz' }])
})

test('control characters are left out, because a calendar file may not have them', () => {
  const file = fileWith({ title: 'a\u0001b\u0000', text: 'x\u007F\u0085y', place: 'Hall\u001B' })
  expect(file.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  expect(readBack(file)).toMatchObject([{ summary: 'ab', description: 'xy', location: 'Hall' }])
})

test('lines have 75 octets at most, and no character is cut', () => {
  const title = `${'é'.repeat(50)}${'🎉'.repeat(60)}`
  const file = fileWith({ title })
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\ufffd')
  expect(Buffer.from(file).toString()).toBe(file)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(readBack(file)[0]?.summary).toBe(title)
})

test('when the clocks go back, the first and the second 01:30 stay different moments', () => {
  const [first, second] = readBack(
    fileWith(
      { uid: 'a', startsAt: new Date('2026-10-25T00:30:00Z') },
      { uid: 'b', startsAt: new Date('2026-10-25T01:30:00Z') },
    ),
  )
  expect(first?.start.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(second?.start.toISOString()).toBe('2026-10-25T01:30:00.000Z')
})

test('a cancelled date does not block time in calendars', () => {
  expect(fileWith({ status: 'CANCELLED' })).toContain('STATUS:CANCELLED\r\nTRANSP:TRANSPARENT\r\n')
})
