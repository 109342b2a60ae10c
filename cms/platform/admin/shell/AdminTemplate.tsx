import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter, HydrateAuthProvider, SetStepNav } from '@payloadcms/ui'
import { notFound, redirect } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import type { ReactNode } from 'react'
import { can, isStaff } from '../../staff/can.ts'
import { type Permission, stationOf } from '../../staff/permissions.ts'

type Crumb = { label: string; url?: string }
type Props = { view: AdminViewServerProps; breadcrumbs: Crumb[]; children: ReactNode }

/**
 * The layout of a custom view. Payload does not check access to custom views, so this component does.
 * @param breadcrumbs those that follow the breadcrumb of the dashboard
 */
export function AdminTemplate({ view, breadcrumbs, children }: Props) {
  const { req, locale, permissions, visibleEntities } = view.initPageResult
  if (!permissions?.canAccessAdmin) redirect('/cms/unauthorized')
  const { i18n, payload } = req
  const { params, searchParams } = view
  const frame = { i18n, payload, permissions, req, visibleEntities, ...(locale && { locale }) }
  return (
    <DefaultTemplate
      {...frame}
      {...(params && { params })}
      {...(searchParams && { searchParams })}
      {...(req.user && { user: req.user })}
    >
      <HydrateAuthProvider permissions={permissions} />
      <SetStepNav nav={breadcrumbs} />
      {children}
    </DefaultTemplate>
  )
}

/** Like `AdminTemplate`, with the margins of a text page, and larger targets for staff who work at a station. */
export function AdminPage({ className, children, ...frame }: Props & { className?: string }) {
  const isStation = stationOf(frame.view.initPageResult.req.user?.role) !== null
  const classes = ['admin-view', className, isStation && 'station-view'].filter(Boolean)
  return (
    <AdminTemplate {...frame}>
      <Gutter className={classes.join(' ')}>{children}</Gutter>
    </AdminTemplate>
  )
}

/** `path` is the path of a view, `rest` the decoded segments of the path that follow the view's name. */
export function viewPath(view: AdminViewServerProps): { rest: string[]; path: string } {
  const segments = view.params?.segments
  const all = Array.isArray(segments) ? segments : []
  return { rest: all.slice(1).map(decodeURIComponent), path: `/cms/${all.join('/')}` }
}

/**
 * Redirects everybody except staff to the login, which afterwards opens the view again, with its query. Must be
 * called before the view reads data. For staff without the permission there is no such view.
 */
export function requireStaff(view: AdminViewServerProps, permission?: Permission): void {
  const { req } = view.initPageResult
  if (isStaff(req)) {
    if (permission && !can(req, permission)) notFound()
    return
  }
  const query = new URLSearchParams(
    Object.entries(view.searchParams ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each]),
    ),
  ).toString()
  const target = viewPath(view).path + (query && `?${query}`)
  redirect(`/cms/login?redirect=${encodeURIComponent(target)}`)
}
