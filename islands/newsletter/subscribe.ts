import { birthdayOf } from '../../cms/features/newsletter/rules.ts'
import { callWithProofOfWork } from '../lib/call-with-proof-of-work.ts'

/** Converts a filled-in form to the request's body. Source: spec section 3, newsletter subscription payload. */
export function toSubscribeRequest(form: FormData, openMs: number) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const interests = form.getAll('interests')
  return {
    email: text('email'),
    name: text('name'),
    consent: form.get('consent') === 'on',
    phone: text('phone') || null,
    birthday: birthdayOf(form),
    interests: interests.length ? interests : null,
    website: text('website'),
    wording: text('wording'),
    open_ms: Math.round(openMs),
  }
}

/**
 * Submits the form.
 * @param openMs how long the page has been open, in milliseconds
 * @throws ApiError
 */
export const subscribe = (form: FormData, openMs: number): Promise<unknown> =>
  callWithProofOfWork('/api/subscribe-newsletter', toSubscribeRequest(form, openMs))
