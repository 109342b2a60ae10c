import { call } from '../../platform/http/call.ts'
import { staff } from '../../platform/staff/access.ts'
import { barrelRequest, closedTodayRequest, soldOutRequest, timeZoneRequest } from './contract.ts'
import { setClosedToday } from './hours/closed-today.ts'
import { setSoldOut } from './menus/sold-out.ts'
import { changeBarrel } from './taps/change-barrel.ts'
import { previewTimeZone } from './time/change-time-zone.ts'

/** The calls of the admin interface. */
export const venueCalls = [
  call({
    method: 'post',
    path: '/tap-list/change-barrel',
    access: staff('taps.change'),
    body: barrelRequest,
    handle: async ({ req, body }) => {
      await changeBarrel(req, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/menu-list/sold-out',
    access: staff('menus.sold-out'),
    body: soldOutRequest,
    handle: async ({ req, body }) => {
      await setSoldOut(req, body)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/venue/time-zone',
    access: staff('venue.change'),
    body: timeZoneRequest,
    handle: async ({ req, body }) => ({ body: await previewTimeZone(req, body.time_zone) }),
  }),
  call({
    method: 'post',
    path: '/opening/closed-today',
    access: staff('venue.close'),
    body: closedTodayRequest,
    handle: async ({ req, body }) => {
      await setClosedToday(req, body)
      return { body: { ok: true } }
    },
  }),
]
