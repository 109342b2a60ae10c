import { expect, test } from 'vitest'
import { ApiError } from '../../../cms/platform/ui/api.ts'
import { $toasts } from '../../../cms/platform/ui/toasts.ts'
import { PasskeyError } from '../passkeys/errors.ts'
import { runAction } from './run-action.ts'

test.each([
  [new ApiError(404, 'not_found', 'You have no such device.'), 'You have no such device.'],
  [new PasskeyError('default', { message: 'Not on this one.' }), 'Not on this one.'],
  [new TypeError('Failed to fetch dynamically imported module: /_astro/flow.js'), undefined],
])('the toast for %s shows only messages meant for people', async (error, expected) => {
  expect(await runAction(() => Promise.reject(error), { failed: 'That didn’t work' })).toBeNull()
  expect($toasts.get().at(-1)).toMatchObject({ title: 'That didn’t work', tone: 'fault' })
  expect($toasts.get().at(-1)?.description).toBe(expected)
})
