import { type Call, call } from '../../../platform/http/call.ts'
import { staff } from '../../../platform/staff/access.ts'
import { addOnSheet } from './add.ts'
import { changeOnSheet } from './change.ts'
import { blockTables, hitsOfClosure, tellGuests, unblockTables } from './closures.ts'
import {
  addRequest,
  blockRequest,
  changeRequest,
  hitsRequest,
  type SearchReply,
  searchRequest,
  sheetRequest,
  tellRequest,
  unblockRequest,
} from './contract.ts'
import { findSheet, searchBookings } from './find-sheet.ts'

const access = staff('bookings.run')

/** Calls of the evening sheet. None of their replies has an email address. */
export const eveningCalls: readonly Call[] = [
  call({
    ...{ method: 'get', path: '/evening/sheet', access, query: sheetRequest },
    handle: async ({ req, query: { day } }) => ({ body: await findSheet(req.payload, day) }),
  }),
  call({
    ...{ method: 'get', path: '/evening/search', access, query: searchRequest },
    handle: async ({ req, query: { text } }) => ({
      body: { found: await searchBookings(req.payload, text) } satisfies SearchReply,
    }),
  }),
  call({
    ...{ method: 'post', path: '/evening/change', access, body: changeRequest },
    handle: async ({ req, body }) => ({ body: await changeOnSheet(req, body) }),
  }),
  call({
    ...{ method: 'post', path: '/evening/add', access, body: addRequest },
    handle: async ({ req, body }) => ({ body: await addOnSheet(req, body) }),
  }),
  call({
    ...{ method: 'post', path: '/evening/block', access, body: blockRequest },
    handle: async ({ req, body }) => ({ body: await blockTables(req, body) }),
  }),
  call({
    ...{ method: 'post', path: '/evening/unblock', access, body: unblockRequest },
    handle: async ({ req, body: { closure } }) => {
      await unblockTables(req, closure)
      return { body: { done: true } }
    },
  }),
  call({
    ...{ method: 'get', path: '/evening/hits', access, query: hitsRequest },
    handle: async ({ req, query: { closure } }) => ({ body: await hitsOfClosure(req, closure) }),
  }),
  call({
    ...{ method: 'post', path: '/evening/tell', access, body: tellRequest },
    handle: async ({ req, body }) => ({ body: await tellGuests(req, body) }),
  }),
]
