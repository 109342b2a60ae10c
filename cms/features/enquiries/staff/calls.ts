import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { type Call, call } from '../../../platform/http/call.ts'
import { idField } from '../../../platform/http/texts/fields.ts'
import { staff } from '../../../platform/staff/access.ts'
import { findStaffNames } from '../../till/service.ts'
import { enquiryError } from '../errors.ts'
import { fileResponse } from '../files/store.ts'
import { listEnquiries } from '../queries/enquiries.ts'
import { findFile } from '../queries/files.ts'
import {
  addNote,
  changeEnquiry,
  eraseEnquiry,
  loseEnquiry,
  mailEnquirer,
  makeEvent,
  pasteReply,
  reopenEnquiry,
  sendQuote,
  winByStaff,
  withdrawQuote,
} from './actions.ts'
import {
  actRequest,
  changeRequest,
  eraseRequest,
  loseRequest,
  mailRequest,
  noteRequest,
  quoteRequest,
} from './contract.ts'
import { enquiriesFile } from './export.ts'

const access = staff('enquiries.run')
const path = (name: string) => `/enquiries/${name}` as const

/** The calls with which publishers work on enquiries. */
export const staffCalls: readonly Call[] = [
  call({
    ...{ method: 'post', path: path('change'), access, body: changeRequest },
    handle: async ({ req, body }) => ({ body: await changeEnquiry(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('note'), access, body: noteRequest },
    handle: async ({ req, caller, body }) => {
      await addNote(req, caller, body)
      return { body: { id: body.id } }
    },
  }),
  call({
    ...{ method: 'post', path: path('reply'), access, body: noteRequest },
    handle: async ({ req, caller, body }) => {
      await pasteReply(req, caller, body)
      return { body: { id: body.id } }
    },
  }),
  call({
    ...{ method: 'post', path: path('mail'), access, body: mailRequest },
    handle: async ({ req, caller, body }) => ({ body: await mailEnquirer(req, caller, body) }),
  }),
  call({
    ...{ method: 'post', path: path('quote'), access, body: quoteRequest },
    handle: async ({ req, caller, body }) => ({ body: await sendQuote(req, caller, body) }),
  }),
  call({
    ...{ method: 'post', path: path('withdraw'), access, body: actRequest },
    handle: async ({ req, body }) => ({ body: await withdrawQuote(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('win'), access, body: actRequest },
    handle: async ({ req, body }) => ({ body: await winByStaff(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('lose'), access, body: loseRequest },
    handle: async ({ req, body }) => ({ body: await loseEnquiry(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('reopen'), access, body: actRequest },
    handle: async ({ req, body }) => ({ body: await reopenEnquiry(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('event'), access, body: actRequest },
    handle: async ({ req, body }) => ({ body: await makeEvent(req, body) }),
  }),
  call({
    ...{ method: 'post', path: path('erase'), access: staff('records.erase'), body: eraseRequest },
    handle: async ({ req, body: { id } }) => {
      await eraseEnquiry(req, id)
      return { body: { id } }
    },
  }),
  call({
    method: 'get',
    path: path('file/:id'),
    access,
    params: z.object({ id: idField('There is no such file.') }),
    handle: async ({ req, params: { id } }) => {
      const file = await findFile(databaseOf(req.payload), id)
      if (!file) throw enquiryError('not_found')
      return fileResponse(file)
    },
  }),
  call({
    method: 'get',
    path: path('export'),
    access,
    handle: async ({ req }) => {
      const rows = await listEnquiries(databaseOf(req.payload), { closedDays: 36_500 })
      const owners = rows.flatMap(({ owner }) => (owner === null ? [] : [owner]))
      const names = await findStaffNames(req, owners)
      const content = enquiriesFile(rows, (id) => (id === null ? '' : (names.get(id) ?? '')))
      return { download: { name: 'enquiries.csv', type: 'text/csv; charset=utf-8', content } }
    },
  }),
]
