import { z } from 'zod'
import { databaseOf } from '../database/query.ts'
import { findRespondedCondition } from '../feature.ts'
import { call, invalidField } from '../http/call.ts'
import { countReaders } from '../newsletter/service.ts'
import { staff } from '../staff/access.ts'
import { findVenue } from '../venue/service.ts'
import { actOnLetter } from './actions.ts'
import { actRequest, audienceRequest, previewRequest, testRequest } from './contract.ts'
import { findSentLetter, previewLetter, sendTestMail } from './preview.ts'
import { findProgress } from './progress.ts'

const letterQuery = z.object({ id: z.coerce.number().int().positive() })

export const letterCalls = [
  call({
    method: 'post',
    path: '/letter/audience',
    access: staff('editor'),
    body: audienceRequest,
    invalid: invalidField,
    handle: async ({ req: { payload }, body }) => {
      const { timeZone } = await findVenue(payload)
      const respondedCondition = findRespondedCondition(payload, body.eventDate)
      return {
        body: await countReaders(databaseOf(payload), body, { timeZone, respondedCondition }),
      }
    },
  }),
  call({
    method: 'post',
    path: '/letter/preview',
    access: staff('editor'),
    body: previewRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await previewLetter(req, body) }),
  }),
  call({
    method: 'post',
    path: '/letter/test',
    access: staff('editor'),
    body: testRequest,
    invalid: invalidField,
    handle: async ({ req, caller, body }) => ({ body: await sendTestMail(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/letter/act',
    // Pausing a letter with very many readers may take longer than the default timeout.
    timeoutMs: 60_000,
    access: staff('publisher'),
    body: actRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await actOnLetter(req, body) }),
  }),
  call({
    method: 'get',
    path: '/letter/progress',
    access: staff('editor'),
    query: letterQuery,
    invalid: invalidField,
    handle: async ({ req, query }) => ({
      body: await findProgress(databaseOf(req.payload), query.id),
    }),
  }),
  call({
    method: 'get',
    path: '/letter/sent',
    access: staff('editor'),
    query: letterQuery,
    invalid: invalidField,
    handle: async ({ req, query }) => ({ body: await findSentLetter(req.payload, query.id) }),
  }),
]
