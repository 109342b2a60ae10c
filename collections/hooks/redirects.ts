import {
  type CollectionAfterChangeHook,
  type CollectionBeforeValidateHook,
  type FieldHook,
  ValidationError,
} from 'payload'
import { hasPageIn } from '../../cms/redirects/existing-pages.ts'
import { pageOfTarget, parsePath, parseTarget, type Redirect } from '../../cms/redirects/rules.ts'
import {
  checkRedirect as check,
  deleteCoveredMissingPaths as forget,
} from '../../cms/redirects/service.ts'

/** Normalises a redirect and refuses one that can't work, with the reason at the field. */
export const checkRedirect: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
  if (data?.deletedAt) return data
  const { from, to, match = 'exact', status = '301' } = { ...originalDoc, ...data }
  if (typeof from !== 'string' || typeof to !== 'string') return data
  const redirect = { from: parsePath(from) ?? from, to: parseTarget(to) ?? to, match, status }
  const message = await check(req, redirect, originalDoc?.id ?? null, hasPageIn(req.payload))
  if (message) {
    const field =
      parseTarget(to) === null
        ? { path: 'to', label: 'Target' }
        : { path: 'from', label: 'Old path' }
    const errors = [{ message, ...field }]
    throw new ValidationError({ collection: 'redirects', errors, req }, req.t)
  }
  return { ...data, ...redirect }
}

export const deleteCoveredMissingPaths: CollectionAfterChangeHook = async ({ doc, req }) => {
  await forget(req, [doc as Redirect])
  return doc
}

/** Whether the site has no page at the target's path. This is allowed, because the page may be added later. */
export const leadsNowhere: FieldHook = async ({ siblingData, req }) => {
  const path = pageOfTarget(String(siblingData.to ?? ''))
  return path !== null && !(await hasPageIn(req.payload)(path))
}
