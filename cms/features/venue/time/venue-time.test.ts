import { describe, expect, test } from 'vitest'
import { venueTimeOf } from './venue-time.ts'

describe('atVenue', () => {
  test.each([
    ['a winter noon', '2027-01-15T12:00', 'Europe/London', '2027-01-15T12:00:00.000Z', 'plain'],
    ['a summer noon', '2027-07-15T12:00', 'Europe/London', '2027-07-15T11:00:00.000Z', 'plain'],
    [
      'the minute before a skipped hour',
      '2027-03-28T00:59',
      'Europe/London',
      '2027-03-28T00:59:00.000Z',
      'plain',
    ],
    [
      'the first minute of a skipped hour',
      '2027-03-28T01:00',
      'Europe/London',
      '2027-03-28T01:00:00.000Z',
      'skipped',
    ],
    [
      'the middle of a skipped hour',
      '2027-03-28T01:30',
      'Europe/London',
      '2027-03-28T01:30:00.000Z',
      'skipped',
    ],
    [
      'the minute after a skipped hour',
      '2027-03-28T02:00',
      'Europe/London',
      '2027-03-28T01:00:00.000Z',
      'plain',
    ],
    [
      'a time that is shown twice',
      '2027-10-31T01:30',
      'Europe/London',
      '2027-10-31T00:30:00.000Z',
      'twice',
    ],
    [
      'the minute after a repeated hour',
      '2027-10-31T02:00',
      'Europe/London',
      '2027-10-31T02:00:00.000Z',
      'plain',
    ],
    [
      'a skipped time west of Greenwich',
      '2027-03-14T02:30',
      'America/New_York',
      '2027-03-14T07:30:00.000Z',
      'skipped',
    ],
    [
      'a time shown twice west of Greenwich',
      '2027-11-07T01:30',
      'America/New_York',
      '2027-11-07T05:30:00.000Z',
      'twice',
    ],
    [
      'a time in a skipped half hour',
      '2027-10-03T02:15',
      'Australia/Lord_Howe',
      '2027-10-02T15:45:00.000Z',
      'skipped',
    ],
    [
      'a time in a half hour that is shown twice',
      '2027-04-04T01:45',
      'Australia/Lord_Howe',
      '2027-04-03T14:45:00.000Z',
      'twice',
    ],
    [
      'a time zone with an offset in quarters of an hour',
      '2027-01-01T00:00',
      'Asia/Kathmandu',
      '2026-12-31T18:15:00.000Z',
      'plain',
    ],
    [
      'a day that was skipped',
      '2011-12-30T12:00',
      'Pacific/Apia',
      '2011-12-30T22:00:00.000Z',
      'skipped',
    ],
    ['the leap day', '2028-02-29T12:00', 'UTC', '2028-02-29T12:00:00.000Z', 'plain'],
  ])('converts %s', (_, local, timeZone, at, clock) => {
    expect(venueTimeOf(local, timeZone)).toEqual({ at: new Date(at), clock })
  })

  test.each([
    '2027-02-29T12:00',
    '2027-02-30T12:00',
    '2027-13-01T12:00',
    '2027-01-01T24:10',
    '0000-01-01T00:00',
    '0001-01-01T00:00',
    '9999-12-31T23:59',
  ])('returns null for %s', (local) => expect(venueTimeOf(local, 'Europe/London')).toBeNull())
})
