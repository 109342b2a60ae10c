import { HttpError } from '../errors.ts'

const reads = ['GET', 'HEAD']
const allowed = {
  page: new Set(reads),
  admin: new Set([...reads, 'POST']),
  api: new Set([...reads, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']),
}

export const isReadMethod = (method: string): boolean => allowed.page.has(method)

/**
 * Refuses a method that is not allowed for this kind of path.
 * @throws HttpError `method_not_allowed`
 */
export function requireMethod(method: string, where: keyof typeof allowed): void {
  if (!allowed[where].has(method)) throw methodNotAllowed([...allowed[where]])
}

/** @param methods the allowed methods */
export const methodNotAllowed = (methods: readonly string[]): HttpError =>
  new HttpError('method_not_allowed', 'This can’t be done here.', {
    headers: { allow: methods.join(', ') },
  })
