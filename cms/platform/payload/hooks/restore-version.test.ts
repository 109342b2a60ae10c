import { expect, test } from 'vitest'
import { venue } from '../../../../collections/venue.ts'
import { globalWithRestore } from './restore-version.ts'

test('a restored version of the venue moves no times, and changes no rule of money', async () => {
  const updates: object[] = []
  const version = {
    id: 1,
    globalType: 'venue',
    tagline: 'As written',
    tell_guests: 'yes',
    time_zone: 'Asia/Tokyo',
    second_person_cents: 1,
  }
  const req = {
    context: {},
    routeParams: { id: '7' },
    t: (key: string) => key,
    user: { collection: 'users', role: 'admin' },
    payload: {
      config: { globals: [{ ...venue, access: { update: () => true } }] },
      findGlobalVersionByID: async () => ({ version }),
      updateGlobal: async ({ data }: { data: object }) => updates.push(data) && data,
    },
  }
  const { endpoints } = globalWithRestore(venue)
  const restore = (endpoints || []).find(({ path }) => path === '/versions/:id')
  const response = await restore?.handler(req as never)
  expect(response?.status).toBe(200)
  expect(updates).toEqual([{ tagline: 'As written' }])
})
