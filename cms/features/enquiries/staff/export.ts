import { formatAmount } from '../../../platform/admin/shell/money.ts'
import { toCsv } from '../../../platform/http/csv/write.ts'
import type { Enquiry } from '../queries/enquiries.ts'

/** Enquiries as CSV, for spreadsheets. */
export const enquiriesFile = (
  rows: readonly Enquiry[],
  nameOf: (staff: number | null) => string,
): string =>
  toCsv([
    [
      ...['No.', 'Status', 'What', 'Days', 'Time of day', 'People', 'Budget', 'Name', 'Email'],
      ...['Telephone', 'Confirmed', 'Who', 'Due', 'Lost because', 'Arrived', 'Words'],
    ],
    ...rows.map((each) => [
      ...[String(each.id), each.status, each.kind, each.days.join(' '), each.dayPart],
      ...[String(each.people), each.budgetCents === null ? '' : formatAmount(each.budgetCents)],
      ...[each.name, each.email, each.phone ?? '', each.confirmedAt ? 'yes' : 'no'],
      ...[nameOf(each.owner), each.dueOn ?? '', each.lostReason ?? ''],
      ...[each.createdAt.toISOString().slice(0, 10), each.words],
    ]),
  ])
