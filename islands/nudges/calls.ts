import type {
  DeviceReply,
  KeyReply,
  OkReply,
  PushSettings,
  PushState,
  SubscribeReply,
  SubscribeRequest,
} from '../../cms/nudges/contract.ts'
import { callApi } from '../lib/api.ts'
import type { Nudge } from './message.ts'

const post = <Reply>(path: string, body: object = {}): Promise<Reply> =>
  callApi<Reply>(`/api/${path}`, { body })

export const findPushKey = () => callApi<KeyReply>('/api/push/key')
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
  post<OkReply>('newsletter/leave-link', { email })

export const removeDevice = (id: number) => post<OkReply>(`push/devices/${id}/remove`)

/** Reports a click on the button. A failure is ignored. */
export function reportClick({ token }: Nudge): void {
  if (token === null) return
  callApi('/api/nudge/seen', { body: { token, event: 'clicked' }, keepalive: true }).catch(() => {})
}
