import type {
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
export const endSubscription = () => post<OkReply>('push/unsubscribe')
export const sendTest = () => post<OkReply>('push/test')
export const findPushState = () => callApi<PushState>('/api/push/state')
export const saveSettings = (settings: PushSettings) => post<OkReply>('push/settings', settings)
export const removeDevice = (id: number) => post<OkReply>(`push/devices/${id}/remove`)

/** Reports a click on the button. A failure is ignored. */
export function reportClick({ token }: Nudge): void {
  if (token === null) return
  callApi('/api/nudge/seen', { body: { token, event: 'clicked' }, keepalive: true }).catch(() => {})
}
