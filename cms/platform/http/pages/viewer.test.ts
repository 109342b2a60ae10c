import { expect, test } from 'vitest'
import { viewerOf } from './viewer.ts'

const staff = { id: 1, name: 'Ada', role: 'editor' } as const

test.each([
  [undefined, '', 'view', null],
  ['payload-token=x', '', 'view', null],
  ['payload-token=x; common-room-edit=edit', '', 'edit', null],
  ['common-room-edit=preview; payload-token=x', '?style=IPA', 'preview', null],
  ['common-room-edit=1', '', 'view', null],
  ['common-room-edit=edit', '?at=2026-11-20T10:00:00Z', 'view', '2026-11-20T10:00:00.000Z'],
  [undefined, '?at=2026-11-20T12:00:00.5%2B02:00', 'view', '2026-11-20T10:00:00.500Z'],
  ['common-room-edit=edit', '?at=yesterday', 'edit', null],
  ['common-room-edit=edit', '?at=2026-13-40T99:00Z', 'edit', null],
  ['common-room-edit=edit', "?at='; drop table users; --", 'edit', null],
])('cookies %j and query %j show the page in mode %s, as of %s', (cookie, search, mode, at) =>
  expect(viewerOf(staff, cookie, search)).toEqual({ staff, mode, at }),
)
