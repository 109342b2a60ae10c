import type { CollectionSlug, PayloadRequest } from 'payload'
import { z } from 'zod'
import { databaseOf } from '../database/query.ts'
import { call } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { staff } from '../staff/access.ts'
import { findLastAuthor } from './queries.ts'

/** `record` is `collection/id` or `globals/slug`. */
const authorQuery = z.object({
  record: z
    .string()
    .regex(/^[a-z_]+\/[a-z0-9_]+$/)
    .max(100),
})

/** Whether the person may read the records of a collection, or a global. Records of features have no form. */
async function mayRead(req: PayloadRequest, kind: string, name: string): Promise<boolean> {
  const { collections, globals } = req.payload
  const global = globals.config.find(({ slug }) => slug === name)
  const read =
    kind === 'globals'
      ? global?.access.read
      : collections[kind as CollectionSlug]?.config.access.read
  return read ? Boolean(await read({ req })) : false
}

export const auditCalls = [
  call({
    method: 'get',
    path: '/changes/author',
    access: staff('admin.open'),
    query: authorQuery,
    handle: async ({ req, query }) => {
      const [kind = '', name = ''] = query.record.split('/')
      if (!(await mayRead(req, kind, name))) {
        throw new HttpError('not_found', 'There is no such record.')
      }
      const collection = kind === 'globals' ? name : kind
      return { body: { by: await findLastAuthor(databaseOf(req.payload), collection, name) } }
    },
  }),
]
