import { expect, test } from 'vitest'
import { isScheduled } from './cron.ts'

const zone = 'Europe/London'
/** The minutes, in UTC, at which a schedule runs between two moments. */
function runTimes(cron: string, from: string, until: string, timeZone = zone): string[] {
  const found: string[] = []
  for (let at = Date.parse(from); at < Date.parse(until); at += 60_000) {
    if (isScheduled(cron, new Date(at), new Date(at + 60_000), timeZone)) {
      found.push(new Date(at + 60_000).toISOString().slice(5, 16))
    }
  }
  return found
}

test('a schedule follows the venue’s clock through summer and winter', () => {
  expect(runTimes('0 9 * * *', '2027-06-21T00:00Z', '2027-06-22T00:00Z')).toEqual(['06-21T08:00'])
  expect(runTimes('0 9 * * *', '2027-12-21T00:00Z', '2027-12-22T00:00Z')).toEqual(['12-21T09:00'])
  expect(runTimes('0 9 * * *', '2027-06-20T23:00Z', '2027-06-21T23:00Z', 'Asia/Tokyo')).toEqual([
    '06-21T00:00',
  ])
})

test.each([
  ['30 1 * * *', ['03-28T01:00', '03-29T00:30']],
  ['0 2 * * *', ['03-28T01:00', '03-29T01:00']],
  ['*/30 * * * *', 5],
])('the schedule %s runs as often as usual when the clock goes forward', (cron, expected) => {
  const until = Array.isArray(expected) ? '2027-03-29T02:00Z' : '2027-03-28T02:00Z'
  const found = runTimes(cron, '2027-03-27T23:30Z', until)
  expect(Array.isArray(expected) ? found : found.length).toEqual(expected)
})

test.each([
  ['30 1 * * *', ['10-31T00:30', '11-01T01:30']],
  ['0 2 * * *', ['10-31T02:00', '11-01T02:00']],
  ['0 * * * *', 5],
])('the schedule %s runs as often as usual when the clock goes back', (cron, expected) => {
  const until = Array.isArray(expected) ? '2027-11-01T03:00Z' : '2027-10-31T03:00Z'
  const found = runTimes(cron, '2027-10-30T22:30Z', until)
  expect(Array.isArray(expected) ? found : found.length).toEqual(expected)
})

test('after downtime, a missed run is due if its time was within the last day', () => {
  const at = (text: string) => new Date(text)
  const [down, up] = [at('2027-06-21T07:00Z'), at('2027-06-21T20:00Z')]
  expect(isScheduled('0 9 * * *', down, up, zone)).toBe(true)
  expect(isScheduled('0 7 * * *', down, up, zone)).toBe(false)
  expect(isScheduled('0 9 21 6 *', down, at('2027-06-23T20:00Z'), zone)).toBe(false)
})

test('an invalid schedule is refused', () => {
  expect(() => isScheduled('every day', new Date(), new Date(), zone)).toThrow()
})
