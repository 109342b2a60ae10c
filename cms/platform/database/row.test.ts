import { type SQL, sql } from 'drizzle-orm'
import { bigint, integer, jsonb, PgDialect, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { timestamptz } from './columns.ts'
import { assignments, insertion, rowOf } from './row.ts'

const parties = pgTable('parties', {
  id: serial('id').primaryKey(),
  status: text('status', { enum: ['held', 'going'] }).notNull(),
  areas: text('areas', { enum: ['Bar', 'Hall'] })
    .array()
    .notNull(),
  own: jsonb('own').$type<{ title?: string }>().notNull(),
  priceCents: bigint('price', { mode: 'number' }).notNull(),
  seats: integer('seats'),
  heldUntil: timestamptz('held_until'),
})
const party = rowOf(parties)
const dialect = new PgDialect()
const textOf = (part: SQL) => dialect.sqlToQuery(part)

describe('rows as the driver returns them', () => {
  const stored = {
    ...{ id: 1, status: 'held', areas: ['Bar'], own: { title: 'Quiz' }, priceCents: '450' },
    ...{ seats: null, heldUntil: '2026-12-03 19:30:00+00' },
  }
  test('are read with the types of their columns', () => {
    const row: typeof parties.$inferSelect = party.schema.parse(stored)
    expect(row).toEqual({ ...stored, priceCents: 450, heldUntil: new Date('2026-12-03T19:30Z') })
  })
  test.each([
    ['a status that the column doesn’t have', { status: 'gone' }],
    ['an area that the column doesn’t have', { areas: ['Roof'] }],
    ['null in a column that is never null', { priceCents: null }],
    ['a column that wasn’t selected', { own: undefined }],
  ])('are refused with %s', (_, damage) => {
    expect(party.schema.safeParse({ ...stored, ...damage }).success).toBe(false)
  })
})

test('a statement selects columns under the names of their fields', () => {
  const { columns, columnsOf } = rowOf(parties, { only: ['id', 'heldUntil'] })
  expect(textOf(columns).sql).toBe('"id" as "id", "held_until" as "heldUntil"')
  expect(textOf(columnsOf('p')).sql).toBe('"p"."id" as "id", "p"."held_until" as "heldUntil"')
  const { schema } = rowOf(parties, { without: ['own', 'areas'] })
  expect(Object.keys(schema.shape)).toEqual(['id', 'status', 'priceCents', 'seats', 'heldUntil'])
})

test('rows become a table with the columns’ names and types', () => {
  const written = rowOf(parties, { only: ['priceCents', 'areas', 'heldUntil'] })
  const rows = [{ priceCents: 450, areas: ['Bar'], heldUntil: new Date('2026-12-03T19:30Z') }]
  expect(textOf(written.tableOf(rows, 'n'))).toMatchObject({
    sql: 'jsonb_to_recordset($1::jsonb) as "n" ("areas" text[], "price" bigint, "held_until" timestamp with time zone)',
    params: ['[{"areas":["Bar"],"price":450,"held_until":"2026-12-03T19:30:00.000Z"}]'],
  })
  expect(textOf(written.assignmentsFrom('n')).sql).toBe(
    '"areas" = "n"."areas", "price" = "n"."price", "held_until" = "n"."held_until"',
  )
})

describe('values of a change', () => {
  test('are written to the columns of their fields; undefined ones are left out', () => {
    const change = { heldUntil: new Date('2026-12-03T19:30Z'), seats: null, status: undefined }
    expect(textOf(assignments(parties, { ...change, priceCents: sql`price + 1` }))).toMatchObject({
      sql: '"held_until" = $1, "seats" = $2, "price" = (price + 1)',
      params: ['2026-12-03T19:30:00.000Z', null],
    })
  })
  test('of a new row have the types of their columns', () => {
    const { names, values } = insertion(parties, { seats: 2, heldUntil: sql`now()` })
    expect(textOf(names).sql).toBe('"seats", "held_until"')
    expect(textOf(values)).toMatchObject({
      sql: '$1::integer, (now())::timestamp with time zone',
      params: [2],
    })
  })
  test('of a field without a column are a mistake of the program', () => {
    expect(() => assignments(parties, { seat: 2 } as never)).toThrow('the field seat')
  })
})
