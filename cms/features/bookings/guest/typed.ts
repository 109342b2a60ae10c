import { z } from 'zod'
import { decrypt, encrypt } from '../../../platform/crypto/encryption.ts'
import { limits } from '../rules.ts'

/** What a guest typed into the form of a hold, to show it again after a mistake. Nothing about health, and no notes. */
const typedFields = z.object({
  name: z.string().max(limits.name).catch(''),
  email: z.string().max(254).catch(''),
  phone: z.string().max(40).catch(''),
})
type TypedFields = z.output<typeof typedFields>

const purposeOf = (hold: string) => `typed for hold ${hold}`

/** Encrypts what was typed, for the address of the page of the hold. It can be read only there. */
export const sealTyped = (hold: string, form: FormData): string =>
  encrypt(purposeOf(hold), JSON.stringify(typedFields.parse(Object.fromEntries(form))))

/** @returns empty fields without what was typed, or for another hold */
export function readTyped(hold: string, query: URLSearchParams): TypedFields {
  const json = decrypt(purposeOf(hold), (query.get('typed') ?? '').slice(0, 2000))
  return typedFields.parse(json === null ? {} : JSON.parse(json))
}
