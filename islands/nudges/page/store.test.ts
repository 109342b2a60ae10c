import { beforeEach, expect, test, vi } from 'vitest'
import type { PushState } from '../../../cms/features/nudges/contract.ts'
import { findPushState } from '../calls.ts'
import { findSubscription, pushSupport } from '../push/device.ts'
import { $push, refreshPush } from './store.ts'

vi.mock('../calls.ts')
vi.mock('../push/device.ts')

const state: PushState = {
  device: { id: 1, topics: null, time_slots: null, quiet_from: null, quiet_to: null },
  devices: [],
  own_topics: [],
  profile_slots: null,
  email: null,
  messages: [],
  is_member: false,
}
const subscription = {} as PushSubscription
const fails = async () => {
  throw new Error('offline')
}
const openPage = (pathname: string) => vi.stubGlobal('location', { pathname })

// Each test starts on a page with another token.
let pages = 0
beforeEach(() => {
  pages += 1
  openPage(`/notifications/${pages}`)
  vi.mocked(pushSupport).mockReturnValue('ready')
  vi.mocked(findSubscription).mockResolvedValue(subscription)
  vi.mocked(findPushState).mockResolvedValue(state)
})

test('a first request that fails leaves the state unknown', async () => {
  vi.mocked(findPushState).mockImplementation(fails)
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'unknown', support: 'ready' })
})

test('if a later request fails, the known state is kept and is outdated until a request succeeds', async () => {
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'known', isOn: true, isOutdated: false })
  vi.mocked(findPushState).mockImplementation(fails)
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'known', server: state, isOn: true, isOutdated: true })
  vi.mocked(findPushState).mockResolvedValue(state)
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'known', isOutdated: false })
})

test('nudges are off if the browser ended its subscription, even if the server cannot be reached', async () => {
  await refreshPush()
  vi.mocked(findPushState).mockImplementation(fails)
  vi.mocked(findSubscription).mockResolvedValue(null)
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'known', isOn: false, isOutdated: true })
})

test('the state of one subscriber is not kept on the page of another subscriber', async () => {
  await refreshPush()
  openPage('/notifications/other')
  vi.mocked(findPushState).mockImplementation(fails)
  await refreshPush()
  expect($push.get()).toMatchObject({ phase: 'unknown' })
})
