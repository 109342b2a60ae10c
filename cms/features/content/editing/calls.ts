import { z } from 'zod'
import { call, invalidField } from '../../../platform/http/call.ts'
import type { Result } from '../../../platform/http/respond.ts'
import { staff } from '../../../platform/staff/access.ts'
import { can } from '../../../platform/staff/can.ts'
import { contentKey } from '../contract.ts'
import { invalidContent } from '../validate-content.ts'
import { askForReview } from './ask-review.ts'
import {
  askReviewRequest,
  cancelRequest,
  type ItemsConflictReply,
  itemsRequest,
  presenceRequest,
  publishFaqQuestionsRequest,
  restorePageRequest,
  restoreRequest,
  saveRequest,
  scheduleRequest,
  suggestRequest,
  unpublishRequest,
} from './contract.ts'
import { type SaveOutcome, saveDraft } from './drafts.ts'
import { recordPresence } from './presence.ts'
import { discardItems, type Outcome, publishItems, unpublishItems } from './publish.ts'
import { publishFaqQuestions } from './questions.ts'
import { restorePage, restoreVersion } from './restore.ts'
import { cancelChanges, findSchedule, scheduleChanges } from './schedule/schedule.ts'
import {
  findDrafts,
  findKeyHistory,
  findPageHistory,
  findPageState,
  requirePage,
} from './service.ts'
import { suggestTexts } from './suggest.ts'

const { page } = contentKey.shape
const pageParams = z.object({ page })
const pageOrSiteQuery = z.object({ page: page.optional() })
const pageOrKeyQuery = contentKey
  .partial({ section: true, content_key: true })
  .refine(({ section, content_key }) => (section === undefined) === (content_key === undefined), {
    path: ['content_key'],
    message: 'Name the section and the key.',
  })

const get = { method: 'get', invalid: invalidField } as const
const post = { method: 'post', invalid: invalidField } as const

/** The calls of the editing bar and the visual editor. `contract.ts` documents requests and replies. */
export const editingCalls = [
  call({
    ...get,
    path: '/editing/page/:page',
    access: staff('drafts.read'),
    params: pageParams,
    handle: async ({ req, caller, params }) => ({
      body: await findPageState(req.payload, caller, params.page),
    }),
  }),
  call({
    ...get,
    path: '/editing/drafts',
    access: staff('drafts.read'),
    query: pageOrSiteQuery,
    handle: async ({ req, query }) => ({ body: await findDrafts(req.payload, query.page ?? null) }),
  }),
  call({
    ...get,
    path: '/editing/history',
    access: staff('drafts.read'),
    query: pageOrKeyQuery,
    handle: async ({ req, query: { page, section, content_key } }) =>
      section === undefined || content_key === undefined
        ? { body: { changes: await findPageHistory(req.payload, page) } }
        : { body: await findKeyHistory(req.payload, { page, section, content_key }) },
  }),
  call({
    ...post,
    path: '/editing/save',
    access: staff('content.write'),
    body: saveRequest,
    invalid: invalidContent,
    handle: async ({ req, body }) => savedOrConflict(await saveDraft(req, body)),
  }),
  call({
    ...post,
    path: '/editing/publish',
    access: staff('content.publish'),
    body: itemsRequest,
    handle: async ({ req, body }) => countOrConflict(await publishItems(req, body.items)),
  }),
  call({
    ...post,
    path: '/editing/unpublish',
    access: staff('content.publish'),
    body: unpublishRequest,
    handle: async ({ req, body }) => countOrConflict(await unpublishItems(req, body)),
  }),
  call({
    ...post,
    path: '/editing/discard',
    access: staff('content.write'),
    body: itemsRequest,
    handle: async ({ req, body }) => {
      const mayCancelScheduledChanges = can(req, 'content.publish')
      return countOrConflict(await discardItems(req, body.items, { mayCancelScheduledChanges }))
    },
  }),
  call({
    ...post,
    path: '/editing/ask-review',
    access: staff('content.write'),
    body: askReviewRequest,
    handle: async ({ req, body }) => countOrConflict(await askForReview(req, body)),
  }),
  call({
    ...post,
    path: '/editing/restore',
    access: staff('content.publish'),
    body: restoreRequest,
    handle: async ({ req, body }) => savedOrConflict(await restoreVersion(req, body)),
  }),
  call({
    ...post,
    path: '/editing/restore-page',
    access: staff('content.publish'),
    body: restorePageRequest,
    handle: async ({ req, body }) => {
      requirePage(body.page)
      return { body: { count: await restorePage(req, body) } }
    },
  }),
  call({
    ...post,
    path: '/editing/questions/publish',
    access: staff('content.publish'),
    body: publishFaqQuestionsRequest,
    handle: async ({ req, body }) => countOrConflict(await publishFaqQuestions(req, body)),
  }),
  call({
    ...post,
    path: '/editing/presence',
    access: staff('content.write'),
    body: presenceRequest,
    handle: async ({ req, caller, body }) => ({
      body: await recordPresence(req.payload, caller, body),
    }),
  }),
  call({
    ...get,
    path: '/editing/schedule',
    access: staff('drafts.read'),
    query: pageOrSiteQuery,
    handle: async ({ req, query }) => ({
      body: await findSchedule(req.payload, query.page ?? null),
    }),
  }),
  call({
    ...post,
    path: '/editing/suggest',
    access: staff('content.write'),
    body: suggestRequest,
    handle: async ({ req, body }) => {
      requirePage(body.page)
      return { body: { count: await suggestTexts(req, body) } }
    },
  }),
  call({
    ...post,
    path: '/editing/schedule',
    access: staff('content.publish'),
    body: scheduleRequest,
    handle: async ({ req, caller, body }) => ({ body: await scheduleChanges(req, caller, body) }),
  }),
  call({
    ...post,
    path: '/editing/schedule/cancel',
    access: staff('content.publish'),
    body: cancelRequest,
    handle: async ({ req, body }) => ({ body: await cancelChanges(req, body) }),
  }),
]

const savedOrConflict = (result: SaveOutcome): Result =>
  'saved' in result ? { body: result.saved } : { status: 409, body: result.conflict }

const changedMeanwhile =
  'Some of this was changed since you looked at it. Nothing was done: look again.'

function countOrConflict(outcome: Outcome): Result {
  if ('count' in outcome) return { body: outcome }
  const { changed, message = changedMeanwhile } = outcome
  const body: ItemsConflictReply = { error: 'conflict', message, changed }
  return { status: 409, body }
}
