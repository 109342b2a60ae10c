import { call, invalidAs, invalidByField, type invalidInput } from '../../../platform/http/call.ts'
import { csvFile } from '../../../platform/http/csv/write.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { staff } from '../../../platform/staff/access.ts'
import { newsletterError } from '../errors.ts'
import { exportSubscribers } from '../staff/export.ts'
import {
  beginRequest,
  exportRequest,
  type ImportMade,
  importParams,
  importRequest,
  settingsRequest,
} from './contract.ts'
import { maxImportBytes } from './rules.ts'
import {
  beginImport,
  changeSettings,
  dropImport,
  findImportStatus,
  newestImports,
  receiveImport,
  rejectedRows,
} from './service.ts'

const access = staff('subscribers.manage')
const forOneImport = {
  access,
  params: importParams,
  invalid: invalidByField({ id: () => newsletterError('no_import') }),
}

/** The reply names the wrong field, so that the form can show the message there. */
const namingField = (issue: Parameters<typeof invalidInput>[0]): HttpError => {
  const { code, message, field } = forOneImport.invalid(issue)
  return new HttpError(code, message, { field, replyFields: { field } })
}

/** Import and export of subscribers; see `contract.ts`. */
export const importCalls = [
  call({
    method: 'get',
    path: '/newsletter/export',
    access,
    query: exportRequest,
    invalid: invalidAs('There is no such state or interest.'),
    handle: async ({ req, query: { mark, ...filter } }) => {
      const today = new Date().toISOString().slice(0, 10)
      return csvFile(await exportSubscribers(req, filter), {
        name: `subscribers ${today}`,
        hasByteOrderMark: mark === '1',
      })
    },
  }),
  call({
    method: 'get',
    path: '/newsletter/imports',
    access,
    handle: async ({ req }) => ({ body: { imports: await newestImports(req.payload) } }),
  }),
  call({
    method: 'post',
    path: '/newsletter/imports',
    access,
    query: importRequest,
    upload: { maxBytes: maxImportBytes, withinMs: 30 * 60_000 },
    handle: async ({ req, caller, query }) => {
      const { body } = req as { body?: ReadableStream<Uint8Array> | null }
      if (!body) throw newsletterError('no_file')
      const made: ImportMade = { id: await receiveImport(req, { ...query, body }, caller) }
      return { status: 201, body: made }
    },
  }),
  call({
    ...forOneImport,
    method: 'get',
    path: '/newsletter/imports/:id',
    handle: async ({ req, params: { id } }) => ({ body: await findImportStatus(req.payload, id) }),
  }),
  call({
    ...forOneImport,
    method: 'get',
    path: '/newsletter/imports/:id/rejected',
    handle: async ({ req, params: { id } }) =>
      csvFile(await rejectedRows(req.payload, id), {
        name: `rejected rows ${id}`,
        hasByteOrderMark: true,
      }),
  }),
  call({
    ...forOneImport,
    method: 'post',
    path: '/newsletter/imports/:id/settings',
    body: settingsRequest,
    invalid: namingField,
    handle: async ({ req, caller, params: { id }, body }) => {
      await changeSettings(req, id, body, caller)
      return { body: await findImportStatus(req.payload, id) }
    },
  }),
  call({
    ...forOneImport,
    method: 'post',
    path: '/newsletter/imports/:id/begin',
    body: beginRequest,
    invalid: namingField,
    handle: async ({ req, params: { id }, body }) => {
      await beginImport(req, id, { asks: body.unstated === 'ask', leftOut: body.left_out })
      return { body: await findImportStatus(req.payload, id) }
    },
  }),
  call({
    ...forOneImport,
    method: 'post',
    path: '/newsletter/imports/:id/drop',
    handle: async ({ req, params: { id } }) => {
      await dropImport(req, id)
      return { body: { ok: true } }
    },
  }),
]
