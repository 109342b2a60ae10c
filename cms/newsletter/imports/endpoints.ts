import type { PayloadRequest } from 'payload'
import { endpoint, jsonOf, reply } from '../../http/endpoint.ts'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../../staff/roles.ts'
import { byteOrderMark, exportSubscribers } from '../export.ts'
import { beginRequest, exportRequest, type ImportMade, importRequest } from './contract.ts'
import {
  beginImport,
  dropImport,
  importStanding,
  newestImports,
  receiveImport,
  rejectedRows,
} from './service.ts'

/** Lists of subscribers that come and go; the contract says what each call takes. */
export const importEndpoints = [
  endpoint('get', '/newsletter/export', async (req) => {
    requireRole(req, 'publisher')
    const { data } = exportRequest.safeParse(
      Object.fromEntries(new URL(req.url ?? '').searchParams),
    )
    if (!data) throw new HttpError('bad_request', 'There is no such state or interest.')
    const { mark, ...chosen } = data
    const list = await exportSubscribers(req, chosen)
    return csv(list, `subscribers ${today()}`, mark === '1')
  }),
  endpoint('get', '/newsletter/imports', async (req) => {
    requireRole(req, 'publisher')
    return reply({ imports: await newestImports(req.payload) })
  }),
  endpoint('post', '/newsletter/imports', async (req) => {
    const by = requireRole(req, 'publisher')
    const { data } = importRequest.safeParse(
      Object.fromEntries(new URL(req.url ?? '').searchParams),
    )
    if (!data) throw new HttpError('bad_request', 'Say what the file is called.')
    const body = (req as { body?: ReadableStream<Uint8Array> | null }).body
    if (!body) throw new HttpError('bad_request', 'Send the file as the body.')
    const made: ImportMade = { id: await receiveImport(req, { ...data, body }, by) }
    return reply(made, { status: 201 })
  }),
  endpoint('get', '/newsletter/imports/:id', async (req) => {
    requireRole(req, 'publisher')
    return reply(await importStanding(req.payload, idOf(req)))
  }),
  endpoint('get', '/newsletter/imports/:id/rejected', async (req) => {
    requireRole(req, 'publisher')
    const id = idOf(req)
    return csv(await rejectedRows(req.payload, id), `rejected rows ${id}`, true)
  }),
  endpoint('post', '/newsletter/imports/:id/begin', async (req) => {
    requireRole(req, 'publisher')
    const { data } = beginRequest.safeParse(await jsonOf(req))
    if (!data) throw new HttpError('bad_request', 'Say `unstated`: ask or leave_out.')
    const id = idOf(req)
    await beginImport(req, id, data.unstated === 'ask')
    return reply(await importStanding(req.payload, id))
  }),
  endpoint('post', '/newsletter/imports/:id/drop', async (req) => {
    requireRole(req, 'publisher')
    await dropImport(req, idOf(req))
    return reply({ ok: true })
  }),
]

function idOf({ routeParams }: PayloadRequest): number {
  const id = Number(routeParams?.id)
  if (Number.isSafeInteger(id) && id > 0 && id < 2 ** 31) return id
  throw new HttpError('not_found', 'There is no such import.')
}

const today = () => new Date().toISOString().slice(0, 10)

function csv(list: AsyncGenerator<string>, name: string, marked: boolean): Response {
  const bytes = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (marked) controller.enqueue(bytes.encode(byteOrderMark))
    },
    pull: async (controller) => {
      const { value, done } = await list.next()
      if (done) controller.close()
      else controller.enqueue(bytes.encode(value))
    },
    cancel: async () => {
      await list.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
