import { expect, test } from 'vitest'
import { describeAuditEntry, listChanges } from './describe-entry.ts'

const actions = { published: 'published' }

test('an entry is described by its actor, action and subject', () => {
  const entry = { by_name: 'Ada', action: 'published', subject: 'cafe · hero · title' }
  expect(describeAuditEntry(entry, actions)).toEqual({
    actor: 'Ada',
    action: 'published',
    subject: 'cafe · hero · title',
    rest: '',
  })
  const byProgram = { by_name: null, action: 'unpublish', subject: 'x' }
  expect(describeAuditEntry(byProgram, actions).actor).toBe('The program')
  const unknown = { action: 'something_new', subject: 'x' }
  expect(describeAuditEntry(unknown, actions).action).toBe('something new:')
})

test('a phrase says where the subject stands, and what to say if it is the actor', () => {
  const phrases = {
    trash: 'put {} into the trash',
    refunded: 'refunds {}, because its member was deleted',
    password: 'changed the password of {}|changed their password',
  }
  const of = (action: string, subject: string) =>
    describeAuditEntry({ by_name: 'Ada', action, subject }, phrases)
  expect(of('trash', 'Tasting')).toMatchObject({
    action: 'put',
    subject: 'Tasting',
    rest: 'into the trash',
  })
  expect(of('refunded', 'no. 5').rest).toBe(', because its member was deleted')
  expect(of('password', 'Bo')).toMatchObject({ action: 'changed the password of', subject: 'Bo' })
  expect(of('password', 'Ada')).toMatchObject({ action: 'changed their password', subject: '' })
})

test('a changed text is listed with the values before and after', () => {
  const details = { before: { text: 'Good morning' }, after: { text: 'Good day' } }
  expect(listChanges(details)).toEqual([{ name: '', before: 'Good morning', after: 'Good day' }])
})

test('changed fields are listed, unchanged fields are not', () => {
  const details = { before: { role: 'editor', name: 'A' }, after: { role: 'admin', name: 'A' } }
  expect(listChanges(details)).toEqual([{ name: 'Role', before: 'editor', after: 'admin' }])
  expect(listChanges({ role: { before: 'editor', after: 'admin' } })).toEqual([
    { name: 'Role', before: 'editor', after: 'admin' },
  ])
})

test('amounts are formatted', () => {
  expect(listChanges({ pint_cents: { before: 495, after: 510 } })).toEqual([
    { name: 'Pint', before: '4.95', after: '5.10' },
  ])
})

test('a value without `before` and `after` is listed as `after`; an entry without details has no changes', () => {
  expect(listChanges({ at: '2026-11-21', items: 3 })).toEqual([
    { name: 'At', before: '', after: '21 Nov 2026' },
    { name: 'Items', before: '', after: '3' },
  ])
  expect(listChanges(null)).toEqual([])
})

test('days are in words, with their year', () => {
  expect(listChanges({ before: { day: '2026-11-29' }, after: { day: '2026-12-01' } })).toEqual([
    { name: 'Day', before: '29 Nov 2026', after: '1 Dec 2026' },
  ])
})
