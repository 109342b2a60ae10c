import { databaseOf } from '../../platform/database/query.ts'
import { call } from '../../platform/http/call.ts'
import { staff } from '../../platform/staff/access.ts'
import { ignoreRequest, importRequest } from './contract.ts'
import { hasPageIn } from './existing-pages.ts'
import { deleteMissingPaths } from './queries.ts'
import { exportRedirects, importRedirects } from './service.ts'

/** Calls of the admin; a single redirect is saved through Payload's own `/api/redirects`. */
export const redirectCalls = [
  call({
    method: 'get',
    path: '/redirect-list/export',
    access: staff('redirects.manage'),
    handle: async ({ req }) => ({
      download: {
        name: 'redirects.csv',
        type: 'text/csv; charset=utf-8',
        content: await exportRedirects(req.payload),
      },
    }),
  }),
  call({
    method: 'post',
    path: '/redirect-list/import',
    access: staff('redirects.manage'),
    body: importRequest,
    handle: async ({ req, body }) => ({
      body: await importRedirects(req, body.csv, hasPageIn(req.payload)),
    }),
  }),
  call({
    method: 'post',
    path: '/redirect-list/ignore',
    access: staff('redirects.manage'),
    body: ignoreRequest,
    handle: async ({ req, body }) => {
      await deleteMissingPaths(databaseOf(req.payload), [{ path: body.path, below: false }])
      return { body: { ok: true } }
    },
  }),
]
