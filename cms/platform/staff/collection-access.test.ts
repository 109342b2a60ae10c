import { expect, test } from 'vitest'
import { permitted, publishedOrStaff, staffManagersOrSelf } from './collection-access.ts'

type Args = Parameters<typeof staffManagersOrSelf>[0]
const by = (role: string | null, collection = 'users') =>
  ({ req: { user: role === null ? null : { id: 7, role, collection } } }) as unknown as Args

test('staff see their own account, admins see all accounts, strangers see none', () => {
  expect(staffManagersOrSelf(by('admin'))).toBe(true)
  expect(staffManagersOrSelf(by('editor'))).toEqual({ id: { equals: 7 } })
  expect(staffManagersOrSelf(by(null))).toBe(false)
})

test('strangers read only published records, staff also read drafts', () => {
  expect(publishedOrStaff(by(null))).toEqual({ _status: { equals: 'published' } })
  expect(publishedOrStaff(by('admin', 'members'))).toEqual({ _status: { equals: 'published' } })
  expect(publishedOrStaff(by('editor'))).toBe(true)
})

test('access by permission is for staff who have it', () => {
  const access = permitted('content.publish')
  expect(access(by('publisher'))).toBe(true)
  expect([by('editor'), by(null), by('admin', 'members')].map(access)).toEqual([
    false,
    false,
    false,
  ])
})
