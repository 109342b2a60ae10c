import type {
  AskReviewRequest,
  CancelReply,
  CancelRequest,
  ContentKey,
  DraftsReply,
  ItemsReply,
  ItemsRequest,
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
  SuggestRequest,
  UnpublishRequest,
} from '../../cms/features/content/editing/contract.ts'
import { ApiError, callApi } from '../../cms/platform/ui/api.ts'
import { readApi } from '../../cms/platform/ui/read-api.ts'
import { showToast } from '../../cms/platform/ui/toasts.ts'

const currentPath = () => encodeURIComponent(location.pathname + location.search)

/** Shows why a call failed. After 401 the toast has a button to log in. Source: spec section 8, CMS. */
export function showFailure(error: unknown, title = 'Save Failed'): void {
  if (error instanceof ApiError && error.status === 401) {
    showToast({
      title: 'Authentication Required',
      description: 'You need to be logged in to edit content.',
      tone: 'fault',
      durationMs: signInToastMs,
      action: {
        label: 'Log in',
        run: () => location.assign(`/cms/login?redirect=${currentPath()}`),
      },
    })
    return
  }
  const message = (error instanceof Error && error.message) || 'Unknown error'
  showToast({ title, description: `Error: ${message}`, tone: 'fault' })
}

// The toast stays for an hour, because no call works before the person logs in.
const signInToastMs = 60 * 60_000
const maxKeepaliveLength = 15_000

const api = '/api/editing/'
const get = <Reply>(path: string, params?: Record<string, string> | null) =>
  readApi<Reply>(`${api}${path}${params ? `?${new URLSearchParams(params)}` : ''}`)
const post =
  <Body, Reply>(path: string) =>
  (body: Body) =>
    callApi<Reply>(`${api}${path}`, { body })

/** The editing endpoints, as `cms/features/content/editing/contract.ts` describes them. All calls throw ApiError. */
export const calls = {
  page: (page: string) => get<PageReply>(`page/${encodeURIComponent(page)}`),
  // `keepalive` lets the request complete after the tab is closed. Browsers limit it to small bodies.
  save: (body: SaveRequest) =>
    callApi<SaveReply>(`${api}save`, {
      body,
      keepalive: JSON.stringify(body).length < maxKeepaliveLength,
    }),
  drafts: (page: string | null) => get<DraftsReply>('drafts', page ? { page } : null),
  publish: post<ItemsRequest, ItemsReply>('publish'),
  unpublish: post<UnpublishRequest, ItemsReply>('unpublish'),
  discard: post<ItemsRequest, ItemsReply>('discard'),
  askReview: post<AskReviewRequest, ItemsReply>('ask-review'),
  keyHistory: ({ page, section, content_key }: ContentKey) =>
    get<KeyHistoryReply>('history', { page, section, content_key }),
  pageHistory: (page: string) => get<PageHistoryReply>('history', { page }),
  restore: post<RestoreRequest, SaveReply>('restore'),
  restorePage: post<RestorePageRequest, { count: number }>('restore-page'),
  schedule: post<ScheduleRequest, ScheduleReply>('schedule'),
  schedules: (page: string | null) => get<ScheduleListReply>('schedule', page ? { page } : null),
  cancelSchedule: post<CancelRequest, CancelReply>('schedule/cancel'),
  suggest: post<SuggestRequest, ItemsReply>('suggest'),
  presence: (body: PresenceRequest, keepalive = false) =>
    callApi<PresenceReply>(`${api}presence`, { body, keepalive }),
  signOut: () => callApi<unknown>('/api/users/logout', { method: 'POST' }),
}
