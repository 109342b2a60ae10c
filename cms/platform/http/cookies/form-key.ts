import { randomBytes } from 'node:crypto'

/** The key of a form; see `formKeyField` in money-fields.ts. */
export const newFormKey = (): string => randomBytes(12).toString('hex')
