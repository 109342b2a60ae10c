import type { PayloadRequest } from 'payload'
import type { z } from 'zod'
import { endpoint, jsonOf, reply } from '../http/endpoint.ts'
import { requireRole } from '../staff/roles.ts'
import { parseRequest, parseSave } from './content.ts'
import {
  type ChangedReply,
  chosenRequest,
  contentKey,
  presenceRequest,
  publishQuestionsRequest,
  restorePageRequest,
  restoreRequest,
} from './contract.ts'
import type { Saved } from './drafts.ts'
import type { Chosen } from './publish.ts'
import { publishQuestions } from './questions.ts'
import {
  discardDrafts,
  findDrafts,
  findKeyHistory,
  findPageHistory,
  findPageState,
  publishKeys,
  restorePage,
  restoreVersion,
  saveDraft,
  tellPresence,
  unpublishKeys,
} from './service.ts'

const pageOf = contentKey.shape.page

/** What the bar on the page calls; the contract says what each takes and answers. */
export const editingEndpoints = [
  get('/editing/page/:page', (req) =>
    findPageState(req, parseRequest(pageOf, req.routeParams?.page, 'page')),
  ),
  get('/editing/drafts', (req) => {
    const { page } = queryOf(req)
    return findDrafts(req, page === undefined ? null : parseRequest(pageOf, page, 'page'))
  }),
  get('/editing/history', (req) => {
    const query = queryOf(req)
    return query.section === undefined && query.content_key === undefined
      ? findPageHistory(req, parseRequest(pageOf, query.page, 'page'))
      : findKeyHistory(req, parseRequest(contentKey, query))
  }),
  post('/editing/save', parseSave, async (req, asked) => saved(await saveDraft(req, asked))),
  post('/editing/publish', as(chosenRequest), async (req, { items }) =>
    chosen(await publishKeys(req, items)),
  ),
  post('/editing/unpublish', as(chosenRequest), async (req, { items }) =>
    chosen(await unpublishKeys(req, items)),
  ),
  post('/editing/discard', as(chosenRequest), async (req, { items }) =>
    chosen(await discardDrafts(req, items)),
  ),
  post('/editing/restore', as(restoreRequest), async (req, asked) =>
    saved(await restoreVersion(req, asked)),
  ),
  post('/editing/restore-page', as(restorePageRequest), async (req, asked) =>
    reply(await restorePage(req, asked)),
  ),
  post('/editing/questions/publish', as(publishQuestionsRequest), async (req, asked) => {
    const count = await publishQuestions(req, asked)
    return chosen(count === false ? { changed: [] } : { count })
  }),
  post('/editing/presence', as(presenceRequest), async (req, asked) =>
    reply(await tellPresence(req, asked)),
  ),
]

function get(path: string, answer: (req: PayloadRequest) => Promise<unknown>) {
  return endpoint('get', path, async (req) => {
    requireRole(req, 'editor')
    return reply(await answer(req))
  })
}

function as<S extends z.ZodType>(schema: S) {
  return (given: unknown): z.output<S> => parseRequest<z.output<S>>(schema, given)
}

// A stranger hears that they are one, not what was wrong with what they sent.
function post<Asked>(
  path: string,
  parse: (given: unknown) => Asked,
  answer: (req: PayloadRequest, asked: Asked) => Promise<Response>,
) {
  return endpoint('post', path, async (req) => {
    requireRole(req, 'editor')
    return answer(req, parse(await jsonOf(req)))
  })
}

const queryOf = (req: PayloadRequest): Record<string, string | undefined> =>
  Object.fromEntries(req.searchParams)

const saved = (result: Saved): Response =>
  'saved' in result ? reply(result.saved) : reply(result.conflict, { status: 409 })

const changedMeanwhile =
  'Some of this was changed since you looked at it. Nothing was done: look again.'

function chosen(result: Chosen): Response {
  if ('count' in result) return reply(result)
  const body: ChangedReply = {
    error: 'conflict',
    message: result.message ?? changedMeanwhile,
    changed: result.changed,
  }
  return reply(body, { status: 409 })
}
