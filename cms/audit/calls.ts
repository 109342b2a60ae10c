import { z } from 'zod'
import { databaseOf } from '../database/query.ts'
import { call } from '../http/call.ts'
import { staff } from '../staff/access.ts'
import { findLastAuthor } from './queries.ts'

/** `record` is `collection/id` or `globals/slug`. */
const authorQuery = z.object({
  record: z
    .string()
    .regex(/^[a-z_]+\/[a-z0-9_]+$/)
    .max(100),
})

export const auditCalls = [
  call({
    method: 'get',
    path: '/changes/author',
    access: staff('editor'),
    query: authorQuery,
    handle: async ({ req, query }) => {
      const [kind = '', name = ''] = query.record.split('/')
      const collection = kind === 'globals' ? name : kind
      return { body: { by: await findLastAuthor(databaseOf(req.payload), collection, name) } }
    },
  }),
]
