import type {
  DeviceReply,
  KeyReply,
  OkReply,
  PushSettings,
  PushState,
  SubscribeReply,
  SubscribeRequest,
} from '../../cms/features/nudges/contract.ts'
import { isWindowToken, type SeenEvent } from '../../cms/features/nudges/rules.ts'
import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { readApi } from '../../cms/platform/ui/read-api.ts'
import { retryingFetch } from '../lib/retry.ts'
import { resendClicks, sendClick } from './clicks.ts'
import type { Nudge } from './message.ts'

/** Options for calls that many guests with one IP address make within seconds. */
const retrying = () => ({ fetch: retryingFetch({ spreadMs: 3000 }), timeoutMs: 45_000 })

const post = <Reply>(path: string, body: object = {}): Promise<Reply> =>
  callApi<Reply>(`/api/${path}`, { body, ...retrying() })

export const findPushKey = () => readApi<KeyReply>('/api/push/key', retrying())
export const saveSubscription = (body: SubscribeRequest) =>
  post<SubscribeReply>('push/subscribe', body)
export const findThisDevice = () => readApi<DeviceReply>('/api/push/device')
export const endSubscription = () => post<OkReply>('push/unsubscribe')
export const sendTest = () => post<OkReply>('push/test')

/**
 * @param lettersToken the token of `/notifications/<token>`; the reply then contains the letters of the token's
 *   subscriber
 */
export const findPushState = (lettersToken: string | null = null) =>
  readApi<PushState>(
    `/api/push/state${lettersToken ? `?${new URLSearchParams({ letters: lettersToken })}` : ''}`,
  )

export const saveSettings = (settings: PushSettings) => post<OkReply>('push/settings', settings)

/** Saves the topics of letters for the subscriber of the token, else for the signed-in member. */
export const saveEmailTopics = (topics: string[], lettersToken: string | null) =>
  post<OkReply>('push/email-topics', lettersToken ? { topics, letters: lettersToken } : { topics })

/** Mails a link to `/notifications/<token>` to the address, if that address gets letters. */
export const requestLettersLink = (email: string) =>
  post<OkReply>('newsletter/leave-link', { email, page: 'notifications' })

export const removeDevice = (id: number) => post<OkReply>(`push/devices/${id}/remove`)

/**
 * Reports what this window did with a nudge. The report is sent a second time if the server is busy or does not answer.
 * @returns whether the server has answered; a refusal is an answer too, because a second report would also be refused
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
/** All windows get a nudge at the same moment. Their reports are spread over this time. */
const shownSpreadMs = 3_000

const reportClicked = (token: string) => report(token, 'clicked')

/** Reports a click on the button. If the server does not get the report, `reportUnsentClicks` sends it again. */
export function reportClick({ token }: Nudge): void {
  if (token !== null) void sendClick(token, reportClicked)
}

let resending: Promise<void> | null = null
export const reportUnsentClicks = (): Promise<void> => {
  resending ??= resendClicks(reportClicked).finally(() => {
    resending = null
  })
  return resending
}

/**
 * Reports that this window shows a nudge. If the browser got the nudge by push, the service worker sends this report
 * instead.
 */
export function reportShown({ token }: Nudge): void {
  if (token !== null && isWindowToken(token)) {
    setTimeout(report, Math.random() * shownSpreadMs, token, 'shown')
  }
}
