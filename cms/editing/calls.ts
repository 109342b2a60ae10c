import { z } from 'zod'
import { contentKey } from '../content/contract.ts'
import { invalidContent } from '../content/validate-content.ts'
import { call, invalidField } from '../http/call.ts'
import type { Result } from '../http/respond.ts'
import { staff } from '../staff/access.ts'
import { hasRole } from '../staff/roles.ts'
import {
  cancelRequest,
  type ItemsConflictReply,
  itemsRequest,
  presenceRequest,
  publishFaqQuestionsRequest,
  restorePageRequest,
  restoreRequest,
  saveRequest,
  scheduleRequest,
  unpublishRequest,
} from './contract.ts'
import { type SaveOutcome, saveDraft } from './drafts.ts'
import { recordPresence } from './presence.ts'
import { discardItems, type Outcome, publishItems, unpublishItems } from './publish.ts'
import { publishFaqQuestions } from './questions.ts'
import { restorePage, restoreVersion } from './restore.ts'
import { cancelChanges, findSchedule, scheduleChanges } from './schedule.ts'
import {
  findDrafts,
  findKeyHistory,
  findPageHistory,
  findPageState,
  requirePage,
} from './service.ts'

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
    access: staff('editor'),
    params: pageParams,
    handle: async ({ req, caller, params }) => ({
      body: await findPageState(req.payload, caller, params.page),
    }),
  }),
  call({
    ...get,
    path: '/editing/drafts',
    access: staff('editor'),
    query: pageOrSiteQuery,
    handle: async ({ req, query }) => ({ body: await findDrafts(req.payload, query.page ?? null) }),
  }),
  call({
    ...get,
    path: '/editing/history',
    access: staff('editor'),
    query: pageOrKeyQuery,
    handle: async ({ req, query: { page, section, content_key } }) =>
      section === undefined || content_key === undefined
        ? { body: { changes: await findPageHistory(req.payload, page) } }
        : { body: await findKeyHistory(req.payload, { page, section, content_key }) },
  }),
  call({
    ...post,
    path: '/editing/save',
    access: staff('editor'),
    body: saveRequest,
    invalid: invalidContent,
    handle: async ({ req, body }) => savedOrConflict(await saveDraft(req, body)),
  }),
  call({
    ...post,
    path: '/editing/publish',
    access: staff('publisher'),
    body: itemsRequest,
    handle: async ({ req, body }) => countOrConflict(await publishItems(req, body.items)),
  }),
  call({
    ...post,
    path: '/editing/unpublish',
    access: staff('publisher'),
    body: unpublishRequest,
    handle: async ({ req, body }) => countOrConflict(await unpublishItems(req, body)),
  }),
  call({
    ...post,
    path: '/editing/discard',
    access: staff('editor'),
    body: itemsRequest,
    handle: async ({ req, body }) => {
      const mayCancelScheduledChanges = hasRole(req, 'publisher')
      return countOrConflict(await discardItems(req, body.items, { mayCancelScheduledChanges }))
    },
  }),
  call({
    ...post,
    path: '/editing/restore',
    access: staff('publisher'),
    body: restoreRequest,
    handle: async ({ req, body }) => savedOrConflict(await restoreVersion(req, body)),
  }),
  call({
    ...post,
    path: '/editing/restore-page',
    access: staff('publisher'),
    body: restorePageRequest,
    handle: async ({ req, body }) => {
      requirePage(body.page)
      return { body: { count: await restorePage(req, body) } }
    },
  }),
  call({
    ...post,
    path: '/editing/questions/publish',
    access: staff('publisher'),
    body: publishFaqQuestionsRequest,
    handle: async ({ req, body }) => countOrConflict(await publishFaqQuestions(req, body)),
  }),
  call({
    ...post,
    path: '/editing/presence',
    access: staff('editor'),
    body: presenceRequest,
    handle: async ({ req, caller, body }) => ({
      body: await recordPresence(req.payload, caller, body),
    }),
  }),
  call({
    ...get,
    path: '/editing/schedule',
    access: staff('editor'),
    query: pageOrSiteQuery,
    handle: async ({ req, query }) => ({
      body: await findSchedule(req.payload, query.page ?? null),
    }),
  }),
  call({
    ...post,
    path: '/editing/schedule',
    access: staff('publisher'),
    body: scheduleRequest,
    handle: async ({ req, caller, body }) => ({ body: await scheduleChanges(req, caller, body) }),
  }),
  call({
    ...post,
    path: '/editing/schedule/cancel',
    access: staff('publisher'),
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
