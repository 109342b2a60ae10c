import { call } from '../http/call.ts'
import { staff } from '../staff/access.ts'
import { changeBarrel } from './change-barrel.ts'
import { setClosedToday } from './closed-today.ts'
import { barrelRequest, closedTodayRequest } from './contract.ts'

/** The calls of the admin interface. */
export const venueCalls = [
  call({
    method: 'post',
    path: '/tap-list/change-barrel',
    access: staff('editor'),
    body: barrelRequest,
    handle: async ({ req, body }) => {
      await changeBarrel(req, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/opening/closed-today',
    access: staff('publisher'),
    body: closedTodayRequest,
    handle: async ({ req, body }) => {
      await setClosedToday(req, body)
      return { body: { ok: true } }
    },
  }),
]
