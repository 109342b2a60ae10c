import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { csvFile, toCsv } from '../../platform/http/csv/write.ts'
import type { Result } from '../../platform/http/respond.ts'
import { visitTimesOf } from '../check-in/service.ts'
import { findLedgerSettings } from '../ledger/service.ts'
import { slotAt } from '../members/profile/rules.ts'
import { areaName } from '../venue/names.ts'
import { dashboardError } from './errors.ts'
import { findNumbers, findToday } from './numbers.ts'
import { firstYear, type Period, readPeriod } from './rules.ts'

const header = ['What', 'Day', 'Time', 'Name', 'Area', 'Time slot', 'Number', 'Currency']
const decimal = (cents: number) => (cents / 100).toFixed(2)

/** Everything from the first year to the end of the current one. */
const allOf = (today: string): Period => ({
  kind: 'year',
  key: 'all',
  from: `${firstYear}-01-01`,
  until: `${Number(today.slice(0, 4)) + 1}-01-01`,
})

/**
 * What the dashboard shows, line by line, as a CSV file. Amounts above zero came in; what was paid is a line of its own,
 * because spreadsheets may run a cell that begins with a minus sign.
 * @param key `all`, or that of a period
 */
export async function dashboardFile(
  payload: Payload,
  member: number,
  key: string,
): Promise<Result> {
  const today = await findToday(payload)
  const period = key === 'all' ? allOf(today) : readPeriod(key, today)
  if (!period) throw dashboardError('no_period')
  const { timeZone, currency } = await findLedgerSettings(payload)
  const { from, until } = period
  const numbers = await findNumbers(payload, member, period, today)
  const visits = numbers.attendance
    ? await visitTimesOf(databaseOf(payload), { member, from, until, timeZone })
    : []
  const isMoved = ({ receivedCents, paidCents }: (typeof numbers.credit)[number]) =>
    receivedCents > 0 || paidCents > 0
  const rows = [
    ...visits.map(({ night, time, area, hour }) => [
      ...['Here', night, time, '', areaName(area), slotAt(hour), '1', ''],
    ]),
    ...numbers.events.map(({ day, title, areas, slot, party }) => [
      ...['Event', day, '', title, areas.map(areaName).join(', '), slot, String(party), ''],
    ]),
    ...numbers.styles.ofPeriod.map(({ style, day }) => [
      'Beer style',
      day,
      '',
      style,
      '',
      '',
      '1',
      '',
    ]),
    ...numbers.fetched.runs.map(({ day, offer, lunches }) => [
      ...['Lunches fetched', day, '', offer, '', '', String(lunches), ''],
    ]),
    ...(['Given', 'Rounded up'] as const).map((name) => {
      const { givenCents, roundedCents } = numbers.gifts
      const cents = name === 'Given' ? givenCents : roundedCents
      return ['Common Good', period.key, '', name, '', '', decimal(cents), currency]
    }),
    ...numbers.credit.filter(isMoved).flatMap(({ month, receivedCents, paidCents, closingCents }) =>
      (
        [
          ['In', receivedCents],
          ['Out', paidCents],
          ['Left at the end', closingCents],
        ] as const
      ).map(([name, cents]) => ['Credit', month, '', name, '', '', decimal(cents), currency]),
    ),
  ]
  return csvFile([toCsv([header, ...rows])], {
    name: `dashboard-${period.key}`,
    hasByteOrderMark: true,
  })
}
