import { expect, test, vi } from 'vitest'
import { endSubscription } from '../calls.ts'
import { turnOff } from './device.ts'

vi.mock('../calls.ts')

test('turning nudges off succeeds if the browser ends its subscription, even without the server', async () => {
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.mocked(endSubscription).mockRejectedValue(new Error('offline'))
  await turnOff()
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(warn).toHaveBeenCalledOnce()
  unsubscribe.mockRejectedValue(new Error('refused'))
  await expect(turnOff()).rejects.toThrow('refused')
})
