import type {
  DeviceReply,
  KeyReply,
  OkReply,
  PushSettings,
  PushState,
  SubscribeReply,
  SubscribeRequest,
} from '../../cms/nudges/contract.ts'
import { isWindowToken, type SeenEvent } from '../../cms/nudges/rules.ts'
import { ApiError, callApi } from '../lib/api.ts'
import { retryingFetch } from '../lib/retry.ts'
import { resendClicks, sendClick } from './clicks.ts'
import type { Nudge } from './message.ts'

/** For calls that many guests of one address make within seconds. */
const retrying = () => ({ fetch: retryingFetch({ spreadMs: 3000 }), timeoutMs: 45_000 })

const post = <Reply>(path: string, body: object = {}): Promise<Reply> =>
  callApi<Reply>(`/api/${path}`, { body, ...retrying() })

export const findPushKey = () => callApi<KeyReply>('/api/push/key', retrying())
export const saveSubscription = (body: SubscribeRequest) =>
  post<SubscribeReply>('push/subscribe', body)
export const findThisDevice = () => callApi<DeviceReply>('/api/push/device')
export const endSubscription = () => post<OkReply>('push/unsubscribe')
export const sendTest = () => post<OkReply>('push/test')

/** @param letters the token of `/notifications/<token>`, for the letters to its subscriber */
export const findPushState = (letters: string | null = null) =>
  callApi<PushState>(`/api/push/state${letters ? `?${new URLSearchParams({ letters })}` : ''}`)

export const saveSettings = (settings: PushSettings) => post<OkReply>('push/settings', settings)

/** Saves what letters are about: to the subscriber of the token, else to the signed-in member. */
export const saveEmailTopics = (topics: string[], letters: string | null) =>
  post<OkReply>('push/email-topics', letters ? { topics, letters } : { topics })

/** Mails a link to the page of the subscriber's letters, if letters go to the address. */
export const requestLettersLink = (email: string) =>
  post<OkReply>('newsletter/leave-link', { email, page: 'notifications' })

export const removeDevice = (id: number) => post<OkReply>(`push/devices/${id}/remove`)

/**
 * Reports what this window did with a nudge. It is sent twice if the server is busy.
 * @returns whether the server has answered. A refusal is an answer: the same report would be refused again
 */
async function report(token: string, event: SeenEvent): Promise<boolean> {
  const fetch = retryingFetch({ spreadMs: reportSpreadMs, isSafe: true })
  const options = { body: { token, event }, keepalive: true, timeoutMs: 60_000, fetch }
  try {
    await callApi('/api/nudge/seen', options)
    return true
  } catch (error) {
    return error instanceof ApiError && isRefusal(error)
  }
}
const isRefusal = ({ status }: ApiError) => status >= 400 && status < 500 && status !== 429
const reportSpreadMs = 10_000
/** Windows get a nudge at the same moment, but they need not report it at once. */
const shownSpreadMs = 3_000

const sendReport = (token: string) => report(token, 'clicked')

/** Reports a click on the button. A report that the server does not get is sent again by `reportUnsentClicks`. */
export function reportClick({ token }: Nudge): void {
  if (token !== null) void sendClick(token, sendReport)
}

let resending: Promise<void> | null = null
export const reportUnsentClicks = (): Promise<void> => {
  resending ??= resendClicks(sendReport).finally(() => {
    resending = null
  })
  return resending
}

/** Reports that this window shows a nudge. If its browser gets it by push, the service worker reports that. */
export function reportShown({ token }: Nudge): void {
  if (token !== null && isWindowToken(token)) {
    setTimeout(report, Math.random() * shownSpreadMs, token, 'shown')
  }
}
