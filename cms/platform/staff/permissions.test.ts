import { describe, expect, test } from 'vitest'
import { can, isStaff, requirePermission } from './can.ts'
import { permissionGroups } from './permission-texts.ts'
import { may, type Permission, type Role, roles, stationOf } from './permissions.ts'

const editor: Permission[] = [
  'admin.open',
  'cards.check',
  'content.write',
  'drafts.read',
  'evening.read',
  'events.write',
  'guests.check-in',
  'guests.other-days',
  'letters.write',
  'lunch.run',
  'mailbox.read',
  'menus.sold-out',
  'menus.write',
  'nudges.read',
  'payouts.request',
  'taps.change',
  'today.read',
]
const publisher: Permission[] = [
  ...editor,
  'analytics.read',
  'audit.read',
  'bookings.run',
  'books.read',
  'causes.manage',
  'content.publish',
  'enquiries.run',
  'events.publish',
  'guests.manage',
  'letters.send',
  'mailbox.guests',
  'mails.write',
  'members.manage',
  'members.read',
  'moments.moderate',
  'money.approve',
  'money.take',
  'nudges.send',
  'redirects.manage',
  'subscribers.manage',
  'subscribers.read',
  'tables.manage',
  'till.use',
  'venue.close',
]
const admin: Permission[] = [
  ...publisher,
  'analytics.members',
  'books.manage',
  'drops.run',
  'mailbox.secrets',
  'nudges.urgent',
  'records.erase',
  'staff.manage',
  'system.read',
  'venue.change',
]
const bar: Permission[] = [
  'admin.open',
  'bookings.run',
  'cards.check',
  'evening.read',
  'guests.check-in',
  'menus.sold-out',
  'taps.change',
  'till.use',
  'today.read',
  'venue.close',
]
const kitchen: Permission[] = [
  'admin.open',
  'drops.run',
  'lunch.run',
  'menus.sold-out',
  'today.read',
]
const expected: Record<Role, Permission[]> = { editor, publisher, admin, bar, kitchen }

const by = (role: string | null, collection = 'users') =>
  ({ user: role === null ? null : { id: 7, name: 'Ada', role, collection } }) as Parameters<
    typeof can
  >[0]

test('the roles are those of the accounts', () => {
  expect(roles).toEqual(['editor', 'publisher', 'admin', 'bar', 'kitchen'])
})

test('every permission is in words exactly once', () => {
  const named = permissionGroups.flatMap(({ permissions }) => Object.entries(permissions))
  expect(named.map(([permission]) => permission).sort()).toEqual([...admin].sort())
  expect(new Set(named.map(([, words]) => words)).size).toBe(admin.length)
})

describe.each(roles)('the role %s', (role) => {
  test('has exactly its permissions', () => {
    expect(admin.filter((each) => may(role, each)).sort()).toEqual([...expected[role]].sort())
    expect(admin.filter((each) => can(by(role), each)).sort()).toEqual([...expected[role]].sort())
  })

  test('is refused what it may not do, with the role to ask', () => {
    for (const permission of admin.filter((each) => !expected[role].includes(each))) {
      const [toAsk] = [editor, publisher].flatMap((each, index) =>
        each.includes(permission) ? [['an editor', 'a publisher'][index]] : [],
      )
      expect(() => requirePermission(by(role), permission)).toThrow(
        expect.objectContaining({
          code: 'forbidden',
          message: `Only ${toAsk ?? 'an admin'} may do this. Ask one of them.`,
        }),
      )
    }
  })

  test('has a start page of its own if it works at a station', () => {
    expect(stationOf(role)).toBe(['bar', 'kitchen'].includes(role) ? role : null)
  })

  test('is known as staff', () => {
    expect(isStaff(by(role))).toBe(true)
    expect(requirePermission(by(role), 'admin.open')).toEqual({ id: 7, name: 'Ada', role })
  })
})

test.each([
  ['a stranger', by(null)],
  ['a user with an unknown role', by('owner')],
  ['a user with the name of a property as role', by('toString')],
  ['a member', by('admin', 'members')],
])('%s has no permission', (_, req) => {
  for (const permission of admin) {
    expect(can(req, permission)).toBe(false)
    expect(() => requirePermission(req, permission)).toThrow(
      expect.objectContaining({
        code: 'unauthorized',
        message: 'You need to be logged in to edit content.',
      }),
    )
  }
  expect(isStaff(req)).toBe(false)
})
