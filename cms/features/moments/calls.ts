import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { readForm } from '../../platform/http/body/request-body.ts'
import { anyone, type Call, call } from '../../platform/http/call.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { createConcurrencyLimiter, createKeyedLimiter } from '../../platform/limits/concurrency.ts'
import { staff } from '../../platform/staff/access.ts'
import { member, optionalMember } from '../members/access.ts'
import {
  chooseRequest,
  decideRequest,
  editRequest,
  fileParams,
  momentParams,
  reactRequest,
  removeRequest,
  reportRequest,
  takeDownRequest,
  type UploadReply,
  uploadFields,
} from './contract.ts'
import { momentError } from './errors.ts'
import { type FileViewer, findFile, findOwnFile } from './queries/files.ts'
import { countBegun, countChange, reportLimit, takeDownLimit } from './rate-limits.ts'
import { type FileFormat, maxFiles, maxUploadBytes, momentsPath, wallPath } from './rules.ts'
import { choose, decide, editMoment, react, removeMoment, report, takeDown } from './service.ts'
import { momentsTag } from './tags.ts'
import { sayDiskFull, storeUpload } from './upload.ts'

const pageAfter = (outcome: Record<string, string>) =>
  `${momentsPath}?${new URLSearchParams(outcome)}`
const problemPage = ({ reason, field }: HttpError, moment?: FormDataEntryValue | null) =>
  pageAfter({
    problem: field === undefined || reason !== 'bad_request' ? reason : 'invalid',
    ...(typeof moment === 'string' && /^\d{1,9}$/.test(moment) && { moment }),
  })

/** Uploads are in memory while they arrive, so few arrive at a time; of one member, one, however slowly it arrives. */
const uploads = createConcurrencyLimiter({ running: 4, waiting: 40 })
const uploadsOfMember = createKeyedLimiter<number>({ running: 1, waiting: 30 })

/** The page from which a form without scripts was sent: a visitor’s or a member’s. */
const backTo = (form: FormData, outcome: Record<string, string>, isMemberPage: boolean) => {
  const moment = String(form.get('moment') ?? '')
  if (isMemberPage) return pageAfter(outcome)
  const known = /^[1-9]\d{0,8}$/.test(moment) ? moment : '0'
  return `/moments/${known}?${new URLSearchParams(outcome)}`
}
const isFromWall = (form: FormData) => form.get('from') === 'wall'

/**
 * The key of a file in a form without scripts. If one of several files is refused, all are sent again, with another key of
 * the form; each file keeps its own.
 */
const keyOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 40)

/** Reads the files and words of an upload, and stores each file as a moment. */
async function receive(req: PayloadRequest, caller: { id: number }) {
  const form = await readForm(req)
  if (!form) throw momentError('no_file', { field: 'file' })
  const isForm = form.get('reply') !== 'json'
  try {
    const files = form.getAll('file').filter((each) => each instanceof File && each.size > 0)
    if (!files.length) throw momentError('no_file', { field: 'file' })
    if (files.length > maxFiles) throw momentError('too_many_files', { field: 'file' })
    const parsed = uploadFields.safeParse(
      Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')),
    )
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new HttpError('bad_request', issue?.message ?? '', {
        field: issue?.path.map(String).join('.') ?? '',
      })
    }
    const moments: number[] = []
    for (const [index, file] of files.entries()) {
      const bytes = Buffer.from(await (file as File).arrayBuffer())
      const key = isForm ? keyOf(bytes) : index ? `${parsed.data.key}-${index}` : parsed.data.key
      const upload = { ...parsed.data, key, bytes }
      moments.push(await sayDiskFull(storeUpload(req, caller.id, upload)))
    }
    const body: UploadReply = { moments }
    return isForm ? { redirect: pageAfter({ done: 'sent' }) } : { status: 201, body }
  } catch (error) {
    if (isForm && error instanceof HttpError) return { redirect: problemPage(error) }
    throw error
  }
}

const noStore = 'private, no-store'

async function fileFor(
  req: PayloadRequest,
  { moment, file }: { moment: number; file: string },
  viewer: FileViewer,
): Promise<Response> {
  const [width, format] = file.split('-')
  const wanted = { moment, width: Number(width), format: format as FileFormat }
  const bytes = await findFile(databaseOf(req.payload), wanted, viewer)
  if (!bytes) throw momentError('not_found')
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `image/${format}`,
      ...(viewer === 'everybody'
        ? { 'cache-control': 'public, max-age=300', 'cache-tag': momentsTag }
        : { 'cache-control': noStore }),
    },
  })
}

/** The calls of members, of visitors and of staff. Those of members and visitors work as HTML forms too. */
export const momentCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/moments/upload',
    access: member,
    upload: { maxBytes: maxUploadBytes + 64 * 1024, withinMs: 120_000, by: 'members' },
    tooLargePage: () => pageAfter({ problem: 'too_large' }),
    handle: ({ req, caller }) =>
      uploadsOfMember.run(caller.id, async () => {
        await sayDiskFull(countBegun(req, caller.id))
        return uploads.run(() => receive(req, caller))
      }),
  }),
  call({
    method: 'post',
    path: '/moments/edit',
    access: member,
    body: editRequest,
    form: {
      success: ({ body }) => wallPath({}, body.moment),
      failure: (error, { form }) => problemPage(error, form.get('moment')),
    },
    handle: async ({ req, caller, body }) => {
      await countChange(req, caller.id)
      await editMoment(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/moments/remove',
    access: member,
    body: removeRequest,
    form: {
      success: () => pageAfter({ done: 'removed' }),
      failure: (error) => problemPage(error),
    },
    handle: async ({ req, caller, body }) => {
      await countChange(req, caller.id)
      await removeMoment(req, caller.id, body.moment)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/moments/react',
    access: member,
    body: reactRequest,
    form: {
      success: ({ body }) => wallPath({}, body.moment),
      failure: (error) => problemPage(error),
    },
    handle: async ({ req, caller, body }) => {
      await countChange(req, caller.id)
      await react(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/moments/take-down',
    access: optionalMember,
    limits: [takeDownLimit],
    body: takeDownRequest,
    form: {
      success: ({ body }) =>
        body.from === 'wall' ? pageAfter({ done: 'down' }) : `/moments/${body.moment}?done=down`,
      failure: (error, { form }) => backTo(form, { problem: error.reason }, isFromWall(form)),
    },
    handle: async ({ req, caller, body }) => {
      await takeDown(req, { moment: body.moment, member: caller?.id ?? null })
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/moments/report',
    access: optionalMember,
    limits: [reportLimit],
    body: reportRequest,
    form: {
      success: ({ body }) =>
        body.from === 'wall'
          ? pageAfter({ done: 'reported' })
          : `/moments/${body.moment}?done=reported`,
      failure: (error, { form }) => backTo(form, { problem: error.reason }, isFromWall(form)),
    },
    handle: async ({ req, caller, body }) => {
      await report(req, { moment: body.moment, text: body.text, member: caller?.id ?? null })
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'get',
    path: '/moments/files/:moment/:file',
    access: member,
    cost: 1,
    params: fileParams,
    handle: ({ req, caller, params }) => fileFor(req, params, { member: caller.id }),
  }),
  call({
    method: 'get',
    path: '/moments/public/:moment/:file',
    onSecretHost: true,
    access: anyone,
    cost: 1,
    params: fileParams,
    handle: ({ req, params }) => fileFor(req, params, 'everybody'),
  }),
  call({
    method: 'get',
    path: '/moments/staff/:moment/:file',
    access: staff('moments.moderate'),
    cost: 1,
    params: fileParams,
    handle: ({ req, params }) => fileFor(req, params, 'staff'),
  }),
  call({
    method: 'get',
    path: '/moments/download/:moment',
    access: member,
    params: momentParams,
    handle: async ({ req, caller, params: { moment } }) => {
      const bytes = await findOwnFile(databaseOf(req.payload), moment, caller.id)
      if (!bytes) throw momentError('not_found')
      return new Response(new Uint8Array(bytes), {
        headers: {
          'content-type': 'image/webp',
          'content-disposition': `attachment; filename="moment-${moment}.webp"`,
          'cache-control': noStore,
        },
      })
    },
  }),
  call({
    method: 'post',
    path: '/moments/decide',
    access: staff('moments.moderate'),
    body: decideRequest,
    handle: async ({ req, caller, body }) => {
      await decide(req, caller.id, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/moments/choose',
    access: staff('moments.moderate'),
    body: chooseRequest,
    handle: async ({ req, body }) => {
      await choose(req, body)
      return { body: { ok: true } }
    },
  }),
]
