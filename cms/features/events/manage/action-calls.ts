import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { anyone, call } from '../../../platform/http/call.ts'
import type { HttpError } from '../../../platform/http/errors.ts'
import type { Result } from '../../../platform/http/respond.ts'
import { staff } from '../../../platform/staff/access.ts'
import { prepareChange } from '../../reservations/service.ts'
import { findNow } from '../../reservations/staff/find-now.ts'
import { manageLimit } from '../rate-limits.ts'
import { eventKind } from '../reservations/kind.ts'
import { hasScope, type LinkScope } from '../rules.ts'
import { type Manager, recordUse, requireOrganiser, staffManager } from './access.ts'
import { readManageForm } from './form.ts'
import { managePath } from './mails.ts'

type Work<Body> = (req: PayloadRequest, manager: Manager, body: Body) => Promise<object>

type Action<Body extends z.ZodType> = {
  /** The last part of the paths of both calls. */
  name: string
  /** The scope that a link needs. Staff need `guests.manage` for the scope `edit`, else `guests.check-in`. */
  scope: LinkScope
  body: Body
  /** The part of the organiser's page that has the form. */
  part: 'guests' | 'guest' | 'waitlist' | 'messages' | 'details' | 'cancel'
  work: Work<z.output<Body>>
  /** Makes the result of the call. By default, the result is what `work` returns, as JSON. */
  resultOf?: (reply: object, isForm: boolean) => Result | Response
}

export const tokenParams = z.object({ token: z.string().max(100) })

/** The URL of the organiser's page after a form, with the outcome in the query. */
const pageAfter = (
  token: string,
  values: Record<string, string | number | boolean | null | undefined>,
) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  }
  return `${managePath(encodeURIComponent(token))}?${query}#outcome`
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The fields whose typed values are shown in the form again after a failure. */
const typedNames = [
  'summary',
  'start',
  'end',
  'doors',
  'capacity',
  'name',
  'email',
  'text',
  'title',
]
const maxTypedLength = 3000

function typedIn(form: FormData): Record<string, string> {
  const typed = typedNames.flatMap((name) => {
    const value = textIn(form, name)
    return value && value.length <= maxTypedLength ? [[`typed_${name}`, value]] : []
  })
  const areas = form.getAll('areas').join(',').slice(0, 200)
  return Object.fromEntries([...typed, ...(areas ? [['typed_areas', areas]] : [])])
}

export const problemOf = ({ reason, field }: HttpError) =>
  reason === 'bad_request' ? `invalid_${field}` : reason

/** Declares two calls for an action: one for organisers (as JSON or from an HTML form), and one for staff. */
export function callsOf<Body extends z.ZodType>(action: Action<Body>) {
  const { name, scope, body, part, work, resultOf } = action
  const makeResult = (reply: object, isForm: boolean): Result | Response =>
    resultOf ? resultOf(reply, isForm) : { body: reply }
  const ofOrganisers = call({
    method: 'post',
    path: `/manage-event/:token/${name}`,
    access: anyone,
    limits: [manageLimit],
    params: tokenParams,
    body,
    form: {
      read: readManageForm,
      success: ({ params, body: sent, result: { body: reply, download } }) => {
        if (download || !reply) return null
        const { date, rsvp, audience } = sent as { date?: number; rsvp?: number; audience?: string }
        const known = reply as {
          rsvp?: { id: number; status: string }
          due_cents?: number
          told?: number
        }
        return pageAfter(params.token, {
          date,
          part: part === 'cancel' ? 'details' : part,
          done: name,
          guest: rsvp ?? known.rsvp?.id,
          status: known.rsvp?.status,
          due: known.due_cents || null,
          told: known.told,
          audience,
        })
      },
      failure: (error, { form, params }) =>
        pageAfter(params.token, {
          date: textIn(form, 'date'),
          part: part === 'cancel' ? 'details' : part,
          problem: problemOf(error),
          form: name,
          field: error.field,
          guest: textIn(form, 'rsvp'),
          taken: error.replyFields.taken as number | undefined,
          guests: error.replyFields.mails as number | undefined,
          ...typedIn(form),
        }),
    },
    handle: async ({ req, params, body: sent, isForm }) => {
      const manager = await requireOrganiser(req, params.token, scope)
      await recordUse(req, manager)
      // Fills caches before the transaction, because filling them in the transaction would need a second connection.
      await prepareChange(eventKind, req)
      return makeResult(await work(req, manager, sent as z.output<Body>), isForm)
    },
  })
  const ofStaff = call({
    method: 'post',
    path: `/event-guests/${name}`,
    access: staff(hasScope('door', scope) ? 'guests.check-in' : 'guests.manage'),
    body,
    // The admin requests the file of guests with a form.
    form: { read: readManageForm, success: () => null, failure: () => null },
    handle: async ({ req, caller, body: sent }) => {
      await prepareChange(eventKind, req)
      const manager = staffManager(caller, await findNow(req.payload))
      return makeResult(await work(req, manager, sent as z.output<Body>), false)
    },
  })
  return [ofOrganisers, ofStaff]
}
