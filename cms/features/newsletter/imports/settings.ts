import { z } from 'zod'
import { textLine } from '../../../platform/http/texts/fields.ts'
import { birthdayOrders } from '../csv/birthday-orders.ts'
import { type Column, isSignColumn, knownColumns } from '../csv/columns.ts'
import { pastDay } from '../staff/past-day.ts'

const noDay = 'Write the day on which they agreed, or choose the column that says it.'
const noHow = 'Write how they agreed, for example “sign-up form with a confirmation by mail”.'
const noEvidence =
  'Write where that can be looked up, for example “export in the office’s archive”.'

/** The columns that may hold the time of a consent that staff state for a whole list. */
export const consentColumns = ['consent_at', 'joined_at'] as const
export type ConsentColumn = (typeof consentColumns)[number]

/** The consent of everybody on a list who has no consent of their own in the list. */
const listConsent = z.object({
  /** `YYYY-MM-DD`, or the column with the time of each person. */
  when: z.union([z.enum(consentColumns), pastDay(noDay)], noDay),
  how: textLine('How they agreed', 200, noHow).refine(Boolean, noHow),
  evidence: textLine('The evidence', 300, noEvidence).refine(Boolean, noEvidence),
})

const noColumns = 'Name the columns that are left out, as a list of their names.'
const noAddresses = 'Choose the one column that holds the addresses.'
const twice = (column: Column) => `Two columns are assigned to ${column}. Choose one.`

/** The field of each column of a file, in the order of its columns; null for a column that is not used. */
const assignedColumns = z
  .array(z.enum(knownColumns).nullable(), 'Say for each column what it holds.')
  .max(200)
  .superRefine((columns, context) => {
    const count = (column: Column) => columns.filter((each) => each === column).length
    if (count('email') !== 1) context.addIssue(noAddresses)
    for (const each of knownColumns) {
      const isTwice = each !== 'email' && !isSignColumn(each) && count(each) > 1
      if (isTwice) context.addIssue(twice(each))
    }
  })

/** The names of columns of which staff say that they don't tell who has left; see `columnLabels`. */
export const leftOutColumns = z
  .array(z.string(noColumns).max(200, noColumns), noColumns)
  .max(200, noColumns)

/** What staff said about an import after they saw what would come of it. */
export const importSettings = z.object({
  /** The order of day and month; null: found out from the file. */
  birthdays: z
    .enum(birthdayOrders, `Say how the file writes birthdays: ${birthdayOrders.join(' or ')}.`)
    .nullable()
    .default(null),
  /** null: recognised by the headers. */
  columns: assignedColumns.nullable().default(null),
  consent: listConsent.nullable().default(null),
  /** Whether people who are known here get the names of the list. */
  renames: z.boolean('Say whether names change: true or false.').default(false),
  /** Whether everybody on the list wants no letters. */
  leavers: z.boolean('Say whether all of them have left: true or false.').default(false),
  left_out: leftOutColumns.default([]),
})
export type ImportSettings = z.output<typeof importSettings>

/** The settings as stored. `by`: who stated the consent. */
export const storedSettings = importSettings.extend({
  columns: z.array(z.enum(knownColumns).nullable()).nullable().default(null),
  consent: z
    .object({ when: z.string(), how: z.string(), evidence: z.string(), by: z.string() })
    .nullable()
    .default(null),
})
export type StoredSettings = z.output<typeof storedSettings>

/** How a file was read. */
export const fileLayout = z.object({
  columns: z.array(z.enum(knownColumns).nullable()),
  /** False if the days in the file fit both orders. Staff must state the order. */
  isOrderKnown: z.boolean(),
  /** How many rows of the file are above the first one of the list: its header and titles. */
  above: z.number().default(1),
  /** The titles above the header. */
  skipped: z.array(z.string()).default([]),
  /** The columns that staff must assign or leave out; null if an earlier version read the file. */
  doubtful: z
    .array(
      z.object({
        place: z.number(),
        filled: z.number(),
        values: z.array(z.object({ text: z.string(), count: z.number() })),
        others: z.number(),
      }),
    )
    .nullable()
    .default(null),
})
export type FileLayout = z.output<typeof fileLayout>

/** Lists of people who left are often named so, such as Mailchimp's `unsubscribed_email_audience_export_1a2b.csv`. */
export const isListOfLeavers = (fileName: string): boolean =>
  /^(?:unsubscribe[ds]?|unsubs|cleaned|bounced?s?|opt(?:ed)?[-_ ]?outs?|suppress(?:ed|ions?)|block(?:ed|list(?:ed)?)|blacklist(?:ed)?|abgemeldete?)(?![a-z])/i.test(
    fileName,
  )

/** How each consent says that it was stated for a whole list. */
export const consentText = ({
  how,
  evidence,
  by,
}: NonNullable<StoredSettings['consent']>): string =>
  `${how}; evidence: ${evidence}; stated for the list by ${by}`
