import {
  type CollectionAfterChangeHook,
  type CollectionBeforeValidateHook,
  type FieldHook,
  ValidationError,
} from 'payload'
import { env } from '../../platform/runtime/env.ts'
import { hasPageIn } from './existing-pages.ts'
import { pageOfTarget, parsePath, parseTarget, type Redirect, redirectProblems } from './rules.ts'
import { checkRedirect as check, deleteCoveredMissingPaths as forget } from './service.ts'

/** Normalises a redirect and refuses one that can't work, with the reason at the field. */
export const checkRedirect: CollectionBeforeValidateHook = async ({ data, originalDoc, req }) => {
  const isChanged = (['from', 'to', 'match'] as const).some(
    (name) => data?.[name] !== undefined && data[name] !== originalDoc?.[name],
  )
  if (data?.deletedAt && !isChanged) return data
  const { from, to, match = 'exact', status = '301' } = { ...originalDoc, ...data }
  // Payload reports the missing value.
  if (!from || !to) return data
  const refuse = (message: string, field: { path: string; label: string }): never => {
    throw new ValidationError(
      { collection: 'redirects', errors: [{ message, ...field }], req },
      req.t,
    )
  }
  if (typeof from !== 'string') return refuse(redirectProblems.invalid_from, oldPath)
  const parsed = typeof to === 'string' ? parseTarget(to, env().SITE_URL) : null
  if (parsed === null) return refuse(redirectProblems.invalid_to, target)
  const redirect = { from: parsePath(from) ?? from, to: parsed, match, status }
  const message = await check(req, redirect, originalDoc?.id ?? null, hasPageIn(req.payload))
  return message ? refuse(message, oldPath) : { ...data, ...redirect }
}

const oldPath = { path: 'from', label: 'Old path' }
const target = { path: 'to', label: 'Target' }

export const deleteCoveredMissingPaths: CollectionAfterChangeHook = async ({ doc, req }) => {
  await forget(req, [doc as Redirect])
  return doc
}

/** Whether the site has no page at the target's path. Such a target is allowed, because the page may be added later. */
export const leadsNowhere: FieldHook = async ({ siblingData, req }) => {
  const path = pageOfTarget(String(siblingData.to ?? ''))
  return path !== null && !(await hasPageIn(req.payload)(path))
}
