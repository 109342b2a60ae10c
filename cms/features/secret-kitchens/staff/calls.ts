import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { type Call, call } from '../../../platform/http/call.ts'
import { textLine } from '../../../platform/http/texts/fields.ts'
import { maxUploadBytes } from '../../../platform/media/rules.ts'
import { staff } from '../../../platform/staff/access.ts'
import { findState } from '../../reservations/service.ts'
import { cancelGuest, checkInGuest } from '../../reservations/staff/actions.ts'
import {
  boardRequest,
  collectRequest,
  dropRequest,
  messageRequest,
  portionsRequest,
  removeRequest,
  saveRequest,
  soldOutRequest,
} from '../contract.ts'
import { drawDue } from '../draw.ts'
import { dropError } from '../errors.ts'
import { dropKind } from '../kind.ts'
import { findBoard } from './board.ts'
import {
  announceDrop,
  cancelDrop,
  deleteDrop,
  finishDrop,
  messageClaimants,
  saveDrop,
  setPortions,
  setSoldOut,
} from './drops.ts'
import { addPicture } from './picture.ts'

const access = staff('drops.run')
const done = { body: { ok: true } }

/** Calls of the kitchen and of admins. None of their replies has an address. */
export const staffCalls: readonly Call[] = [
  call({
    ...{ method: 'get', path: '/secret-kitchen-list/board', access, query: boardRequest },
    handle: async ({ req, query: { drop } }) => ({ body: await findBoard(req.payload, drop) }),
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/save', access, body: saveRequest },
    handle: async ({ req, body }) => ({ body: await saveDrop(req, body) }),
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/picture', access },
    query: z.object({
      alt: textLine('The description', 300).refine(Boolean, 'Say what it shows.'),
    }),
    upload: { maxBytes: maxUploadBytes, withinMs: 120_000 },
    timeoutMs: 60_000,
    handle: async ({ req, query: { alt } }) => ({ body: await addPicture(req, alt) }),
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/announce', access, body: dropRequest },
    handle: async ({ req, body: { drop } }) => {
      await announceDrop(req, drop)
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/draw', access, body: dropRequest },
    handle: async ({ req, body: { drop } }) => {
      await drawDue(req.payload, drop)
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/sold-out', access, body: soldOutRequest },
    handle: async ({ req, body: { drop: id, sold_out: isSoldOut } }) => {
      await setSoldOut(req, { id, isSoldOut })
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/portions', access, body: portionsRequest },
    handle: async ({ req, body: { drop: id, portions, version } }) => {
      await setPortions(req, { id, portions, version })
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/cancel', access, body: dropRequest },
    handle: async ({ req, body: { drop } }) => {
      await cancelDrop(req, drop)
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/finish', access, body: dropRequest },
    handle: async ({ req, body: { drop } }) => {
      await finishDrop(req, drop)
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/delete', access, body: dropRequest },
    handle: async ({ req, body: { drop } }) => {
      await deleteDrop(req, drop)
      return done
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/message', access, body: messageRequest },
    handle: async ({ req, body: { drop: id, key, text } }) => ({
      body: { told: await messageClaimants(req, { id, key, text }) },
    }),
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/collect', access, body: collectRequest },
    handle: async ({ req, body: { claim, collected } }) => {
      const state = await findState(dropKind, databaseOf(req.payload), claim)
      if (!state) throw dropError('not_found')
      const inside = collected ? state.party : 0
      return { body: await checkInGuest(dropKind, req, state, { inside }) }
    },
  }),
  call({
    ...{ method: 'post', path: '/secret-kitchen-list/remove', access, body: removeRequest },
    handle: async ({ req, body: { claim } }) => {
      const state = await findState(dropKind, databaseOf(req.payload), claim)
      if (!state) throw dropError('not_found')
      return { body: await cancelGuest(dropKind, req, state, { by: 'staff' }) }
    },
  }),
]
