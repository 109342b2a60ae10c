import { expect, test } from 'vitest'
import { tablesOf } from './sql.ts'

test.each([
  ['select 1', []],
  ['select name from users where id = $', ['users']],
  ['select * from a, b as other where a.x = other.x', ['a', 'b']],
  ['select * from a join lateral (select from b) as c on true', ['a', 'b']],
  ['insert into mails (key) select key from jsonb_to_recordset($) as mail (key text)', ['mails']],
  ['with due as (select id from letters) update mails set x = 1 from due', ['letters', 'mails']],
  ['delete from a using b where a.id = b.id', ['a', 'b']],
  ['select extract(epoch from free_at - now()) from limits', ['free_at', 'limits']],
  ["select 'from secrets' -- from nowhere\n from a", ['a']],
  ['select a is distinct from b from c', ['c']],
  ['where letter = $ and exists (select from letter_links)', ['letter_links']],
])('%s accesses %j', (statement, tables) => expect(tablesOf(statement)).toEqual(tables))
