import { dayText } from '../../../platform/admin/shell/format.ts'
import { record } from '../../../platform/audit/service.ts'
import { call, invalidField } from '../../../platform/http/call.ts'
import { csvFile, toCsv } from '../../../platform/http/csv/write.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { staff } from '../../../platform/staff/access.ts'
import {
  csvParams,
  funnelParams,
  funnelRequest,
  hasProfileFilter,
  noProfileFilters,
  rawParams,
  rawQuery,
  reportParams,
  reportQuery,
} from './contract.ts'
import { csvRows, isRaw } from './csv.ts'
import { addFunnel, removeFunnel } from './own-funnels.ts'
import { readRawRows } from './raw.ts'
import { readChoices, readLive, readReport } from './service.ts'

const access = staff('analytics.read')
/** Longer than the default timeout, because long ranges with filters are slow. */
const timeoutMs = 60_000
const csvTimeoutMs = 30 * 60_000

/** The calls of the reports, for publishers and admins. */
export const reportCalls = [
  call({
    method: 'get',
    path: '/analytics/reports/:name',
    access,
    timeoutMs,
    params: reportParams,
    query: reportQuery,
    invalid: invalidField,
    handle: async ({ req, params, query }) => ({
      body: await readReport(req, params.name, query),
    }),
  }),
  call({
    method: 'get',
    path: '/analytics/live',
    access,
    handle: async ({ req }) => ({ body: await readLive(req.payload) }),
  }),
  call({
    method: 'get',
    path: '/analytics/filters',
    access,
    timeoutMs,
    handle: async ({ req }) => ({ body: await readChoices(req) }),
  }),
  call({
    method: 'get',
    path: '/analytics/raw/:table',
    access,
    timeoutMs,
    params: rawParams,
    query: rawQuery,
    invalid: invalidField,
    handle: async ({ req, params, query }) => ({
      body: await readRawRows(req, params.table, query),
    }),
  }),
  call({
    method: 'get',
    path: '/analytics/csv/:table',
    access,
    timeoutMs: csvTimeoutMs,
    params: csvParams,
    query: reportQuery,
    invalid: invalidField,
    handle: async ({ req, params: { table }, query }) => {
      const { from, to } = query
      if (isRaw(table) && hasProfileFilter(query))
        throw new HttpError('bad_request', noProfileFilters)
      await record(req, {
        action: 'numbers_exported',
        subject: `${table}, ${dayText(from)} to ${dayText(to)}`,
        of_collection: 'analytics',
        document: table,
        details: query,
      })
      const parts = textsOf(csvRows(req, table, query))
      return csvFile(parts, { name: `${table}-${from}-${to}`, hasByteOrderMark: true })
    },
  }),
  call({
    method: 'post',
    path: '/analytics/funnels',
    access,
    body: funnelRequest,
    invalid: invalidField,
    handle: async ({ req, body }) => ({ status: 201, body: { id: await addFunnel(req, body) } }),
  }),
  call({
    method: 'delete',
    path: '/analytics/funnels/:id',
    access,
    params: funnelParams,
    handle: async ({ req, params }) => {
      await removeFunnel(req, params.id)
      return { body: { ok: true } }
    },
  }),
]

async function* textsOf(pages: AsyncGenerator<string[][]>): AsyncGenerator<string> {
  for await (const rows of pages) if (rows.length) yield toCsv(rows)
}
