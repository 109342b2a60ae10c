import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { type Call, call } from '../../../platform/http/call.ts'
import { csvFile } from '../../../platform/http/csv/write.ts'
import { idField } from '../../../platform/http/texts/fields.ts'
import { staff } from '../../../platform/staff/access.ts'
import { findStaffNames } from '../../till/service.ts'
import { findVenue } from '../../venue/service.ts'
import { enquiryError } from '../errors.ts'
import { fileResponse } from '../files/store.ts'
import { findEnquiry } from '../queries/enquiries.ts'
import { findFile } from '../queries/files.ts'
import { exportEnquiries } from '../queries/personal-data.ts'
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
import { enquiriesFile, findAll } from './export.ts'

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
      const rows = await findAll(databaseOf(req.payload))
      const owners = rows.flatMap(({ enquiry }) => enquiry.owner ?? [])
      const names = await findStaffNames(req, owners)
      const { timeZone } = await findVenue(req.payload)
      const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
      const content = enquiriesFile(rows, { nameOf, timeZone })
      return csvFile([content], { name: 'enquiries', hasByteOrderMark: true })
    },
  }),
  call({
    method: 'get',
    path: path('data/:id'),
    access: staff('records.erase'),
    params: z.object({ id: idField('There is no such enquiry.') }),
    handle: async ({ req, params: { id } }) => {
      const db = databaseOf(req.payload)
      const enquiry = await findEnquiry(db, id)
      if (!enquiry?.email) throw enquiryError('not_found')
      const owner = { id: enquiry.member ?? 0, email: enquiry.email }
      const content = JSON.stringify(await exportEnquiries(db, owner), null, 2)
      return { download: { name: `enquiry-${id}.json`, type: 'application/json', content } }
    },
  }),
]
