import { anyone, type Call, call } from '../../../platform/http/call.ts'
import { member } from '../../members/access.ts'
import { deviceRequest, type HereReply, hereRequest } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { loadKeys } from '../keys.ts'
import { countHere } from '../rate-limits.ts'
import { areaOfSlug, areaSlug, checkInPath } from '../rules.ts'
import { certify } from './device.ts'
import { checkInHere } from './here.ts'

/** Calls of members, and the public keys of codes. */
export const guestCalls: readonly Call[] = [
  call({
    ...{ method: 'post', path: '/check-in/here', access: member, body: hereRequest },
    form: {
      success: ({ result }) => {
        const { area, first, kept } = result.body as HereReply
        const done = kept ? (first ? 'here' : 'again') : 'unkept'
        return `${checkInPath}?a=${areaSlug(area)}&done=${done}#here`
      },
      failure: (error, { form }) => {
        const area = areaOfSlug(String(form.get('area') ?? ''))
        const query = new URLSearchParams({ ...(area && { a: areaSlug(area) }) })
        query.set('problem', error.reason)
        return `${checkInPath}?${query}#here`
      },
    },
    handle: async ({ req, caller, body }) => {
      await countHere(req, caller.id)
      const area = areaOfSlug(body.area)
      if (!area) throw checkInError('no_area', { field: 'area' })
      return { body: await checkInHere(req, caller.id, area) }
    },
  }),
  call({
    ...{ method: 'post', path: '/check-in/device', access: member, body: deviceRequest },
    handle: async ({ req, caller, body }) => {
      await countHere(req, caller.id)
      return { body: await certify(req, caller, body.key) }
    },
  }),
  call({
    ...{ method: 'get', path: '/check-in/keys', access: anyone },
    pagePath: '/.well-known/check-in-keys.json',
    handle: async ({ req }) => ({
      body: {
        keys: (await loadKeys(req.payload)).jwks.map((key) => ({
          ...key,
          ...{ alg: 'ES256', use: 'sig' },
        })),
      },
      headers: { 'cache-control': 'public, max-age=60' },
    }),
  }),
]
