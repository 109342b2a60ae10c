import { randomBytes } from 'node:crypto'

/** The key of a form; see `formKey` in money-fields.ts. */
export const newFormKey = (): string => randomBytes(12).toString('hex')
