import { birthdayOf } from '../../cms/newsletter/rules.ts'
import { callApi } from '../lib/api.ts'

/** A filled-in form in the shape of the call. Source: spec section 3, newsletter subscription payload. */
export function payloadOf(form: FormData, openMs: number) {
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

/** @throws ApiError with what is wrong */
export const subscribe = (form: FormData, openMs: number): Promise<unknown> =>
  callApi('/api/subscribe-newsletter', { body: payloadOf(form, openMs) })
