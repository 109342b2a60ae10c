import type { Field } from 'payload'
import { expect, test } from 'vitest'
import { causes } from '../../../../collections/causes.ts'
import { events } from '../../../../collections/events.ts'
import { faq } from '../../../../collections/faq.ts'
import { menus } from '../../../../collections/menus.ts'
import { taps } from '../../../../collections/taps.ts'

/** The text fields of a collection, also of its rows, by name. */
const textFields = (fields: Field[]): (Field & { name: string })[] =>
  fields.flatMap((field) => {
    if ('fields' in field) return textFields(field.fields)
    return field.type === 'text' || field.type === 'textarea' ? [field] : []
  })

/** What a field’s first hook makes of a value. */
function clean(field: Field, value: unknown): unknown {
  const [hook] = ('hooks' in field && field.hooks?.beforeValidate) || []
  return hook?.({ value } as Parameters<typeof hook>[0])
}

test.each([events, menus, taps, faq, causes])('all texts of $slug are cleaned', ({ fields }) => {
  const found = textFields(fields)
  expect(found.length).toBeGreaterThan(1)
  for (const field of found) {
    expect(clean(field, ' a\u0001b\u202E '), field.name).toBe('ab')
    for (const empty of ['   ', '\u200B\u2060', '\u0007', '\u3164 \u2800', '\u202E', '']) {
      expect(clean(field, empty), `${field.name}: ${JSON.stringify(empty)}`).toBe('')
    }
    expect([clean(field, null), clean(field, undefined)]).toEqual([null, undefined])
  }
})

test('lines end in fields of several lines only; joiners and direction marks stay', () => {
  const [title, summary] = textFields(events.fields)
  if (!title || !summary) throw new Error('There are no fields.')
  expect(clean(title, 'Quiz\r\nnight')).toBe('Quiz night')
  expect(clean(summary, 'Six\r\nrounds')).toBe('Six\nrounds')
  for (const text of ['👩‍👩‍👧', 'ערב\u200F!', 'نمی‌خواهم', '🍺'])
    expect(clean(title, text)).toBe(text)
})
