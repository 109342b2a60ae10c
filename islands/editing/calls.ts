import type {
  CancelReply,
  ChosenReply,
  ChosenRequest,
  ContentKey,
  DraftsReply,
  KeyHistoryReply,
  PageHistoryReply,
  PageReply,
  PresenceReply,
  PresenceRequest,
  RestorePageRequest,
  RestoreRequest,
  SaveReply,
  SaveRequest,
  ScheduleListReply,
  ScheduleReply,
  ScheduleRequest,
} from '../../cms/editing/contract.ts'
import { ApiError, callApi } from '../lib/api.ts'
import { showToast } from '../lib/toasts.ts'

export const signInAddress = (): string =>
  `/cms/login?redirect=${encodeURIComponent(location.pathname + location.search)}`

const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

/** Shows why a call failed; after 401 with a button to log in. Source: spec section 8, CMS. */
export function showFailure(error: unknown, title = 'Save Failed'): void {
  if (error instanceof ApiError && error.status === 401) {
    showToast({
      title: 'Authentication Required',
      description: 'You need to be logged in to edit content.',
      tone: 'fault',
      durationMs: signInToastMs,
      action: { label: 'Log in', run: () => location.assign(signInAddress()) },
    })
    return
  }
  const message = (error instanceof Error && error.message) || 'Unknown error'
  showToast({ title, description: `Error: ${message}`, tone: 'fault' })
}

// Stays until the person acts: nothing else works before that.
const signInToastMs = 60 * 60_000
const maxKeepaliveLength = 15_000

/** The editing endpoints, as `cms/editing/contract.ts` describes them. All throw ApiError. */
export const calls = {
  page: (page: string) => callApi<PageReply>(`/api/editing/page/${encodeURIComponent(page)}`),
  // `keepalive` completes the request after the tab is closed; browsers limit it to small bodies.
  save: (body: SaveRequest) =>
    callApi<SaveReply>('/api/editing/save', {
      body,
      keepalive: JSON.stringify(body).length < maxKeepaliveLength,
    }),
  drafts: (page: string | null) =>
    callApi<DraftsReply>(`/api/editing/drafts${page ? `?${query({ page })}` : ''}`),
  publish: (body: ChosenRequest) => callApi<ChosenReply>('/api/editing/publish', { body }),
  unpublish: (body: ChosenRequest) => callApi<ChosenReply>('/api/editing/unpublish', { body }),
  discard: (body: ChosenRequest) => callApi<ChosenReply>('/api/editing/discard', { body }),
  keyHistory: ({ page, section, content_key }: ContentKey) =>
    callApi<KeyHistoryReply>(`/api/editing/history?${query({ page, section, content_key })}`),
  pageHistory: (page: string) =>
    callApi<PageHistoryReply>(`/api/editing/history?${query({ page })}`),
  restore: (body: RestoreRequest) => callApi<SaveReply>('/api/editing/restore', { body }),
  restorePage: (body: RestorePageRequest) =>
    callApi<{ count: number }>('/api/editing/restore-page', { body }),
  schedule: (body: ScheduleRequest) => callApi<ScheduleReply>('/api/editing/schedule', { body }),
  schedules: (page: string | null) =>
    callApi<ScheduleListReply>(`/api/editing/schedule${page ? `?${query({ page })}` : ''}`),
  cancelSchedule: (batch: string) =>
    callApi<CancelReply>('/api/editing/schedule/cancel', { body: { batch } }),
  presence: (body: PresenceRequest, keepalive = false) =>
    callApi<PresenceReply>('/api/editing/presence', { body, keepalive }),
  signOut: () => callApi<unknown>('/api/users/logout', { method: 'POST' }),
}
