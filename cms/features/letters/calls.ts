import { z } from 'zod'
import { databaseOf } from '../../platform/database/query.ts'
import { call, invalidField } from '../../platform/http/call.ts'
import { staff } from '../../platform/staff/access.ts'
import { findRespondedCondition } from '../newsletter/ports.ts'
import { countReaders } from '../newsletter/service.ts'
import { findVenue } from '../venue/service.ts'
import { visitsOf } from './campaigns/visits.ts'
import { actRequest, audienceRequest, previewRequest, testRequest } from './contract.ts'
import { findSentLetter, previewLetter, sendTestMail } from './mail/preview.ts'
import { actOnLetter } from './sending/actions.ts'
import { findProgress } from './sending/progress.ts'

const letterQuery = z.object({ id: z.coerce.number().int().positive() })

export const letterCalls = [
  call({
    method: 'post',
    path: '/letter/audience',
    access: staff('letters.write'),
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
    access: staff('letters.write'),
    body: previewRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await previewLetter(req, body) }),
  }),
  call({
    method: 'post',
    path: '/letter/test',
    access: staff('letters.write'),
    body: testRequest,
    invalid: invalidField,
    handle: async ({ req, caller, body }) => ({ body: await sendTestMail(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/letter/act',
    // Pausing a letter with very many readers may take longer than the default timeout.
    timeoutMs: 60_000,
    access: staff('letters.send'),
    body: actRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ body: await actOnLetter(req, body) }),
  }),
  call({
    method: 'get',
    path: '/letter/progress',
    access: staff('letters.write'),
    query: letterQuery,
    invalid: invalidField,
    handle: async ({ req, query }) => ({
      body: await findProgress(databaseOf(req.payload), query.id),
    }),
  }),
  call({
    method: 'get',
    path: '/letter/visits',
    access: staff('letters.send'),
    query: letterQuery,
    invalid: invalidField,
    handle: async ({ req, query }) => ({ body: await visitsOf(req, query.id) }),
  }),
  call({
    method: 'get',
    path: '/letter/sent',
    access: staff('letters.write'),
    query: letterQuery,
    invalid: invalidField,
    handle: async ({ req, query }) => ({ body: await findSentLetter(req.payload, query.id) }),
  }),
]
