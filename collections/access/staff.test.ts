import { describe, expect, test } from 'vitest'
import { adminsOrSelf, hasRole, publishedOrStaff, type Role, roles } from './staff.ts'

type Args = Parameters<typeof adminsOrSelf>[0]
const by = (role: string | null, collection = 'users') =>
  ({ req: { user: role === null ? null : { id: 7, role, collection } } }) as unknown as Args

describe('hasRole()', () => {
  test.each(roles.flatMap((own) => roles.map((required) => [own, required] as [Role, Role])))(
    'compares the ranks of the role %s and the required role %s',
    (own, required) => {
      expect(hasRole(by(own).req, required)).toBe(roles.indexOf(own) >= roles.indexOf(required))
    },
  )

  test.each([
    ['a stranger', by(null)],
    ['a user with an unknown role', by('owner')],
    ['a member', by('admin', 'members')],
  ])('gives no role to %s', (_, { req }) => {
    for (const role of roles) expect(hasRole(req, role)).toBe(false)
  })
})

test('staff see their own account, admins see all accounts, strangers see none', () => {
  expect(adminsOrSelf(by('admin'))).toBe(true)
  expect(adminsOrSelf(by('editor'))).toEqual({ id: { equals: 7 } })
  expect(adminsOrSelf(by(null))).toBe(false)
})

test('strangers read only published records, staff also read drafts', () => {
  expect(publishedOrStaff(by(null))).toEqual({ _status: { equals: 'published' } })
  expect(publishedOrStaff(by('admin', 'members'))).toEqual({ _status: { equals: 'published' } })
  expect(publishedOrStaff(by('editor'))).toBe(true)
})
